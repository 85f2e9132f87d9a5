"""SandboxFusion's data set routes: its SDK as it comes from PyPI, and rows of its own sample files.

The sample rows have solutions, or asserts from which one is made: right answers have to be accepted
and broken ones rejected, for every row whose language is here. Rows of other languages have to end
in an error, never in a wrong answer.
"""

import ast
import base64
import collections
import concurrent.futures
import json
import os
import pickle
import subprocess
import sys
import zlib

import pytest

from harness import datasets
from test_first_day import sandbox_fusion_sdk

SAMPLES = "sandboxfusion_samples/samples"

CLASSES = {
    "EvoEval": "EvoEvalDataset",
    "aider_benchmark_v1": "AiderBenchmarkDataset",
    "bigcodebench": "BigCodeBenchDataset",
    "can_it_edit": "AutoEvalDataset",
    "code_contests": "CommonOJDataset",
    "cruxeval_x": "CruxEvalDataset",
    "custom_test": "HumanEvalDataset",
    "humanevalds_v1_en": "MBXPDataset",
    "humanevalds_v2_en": "MBXPDataset",
    "mbxp_v2_en": "MBXPDataset",
    "oodtest_v1_zh": "MBXPDataset",
    "live_code_bench_v1": "LiveCodeBenchDataset",
    "mhpp": "MHPPDataset",
    "rl_train_oj_0328_1707": "MHPPDataset",
    "ncb_java_en": "NaturalCodeBenchDataset",
    "ncb_python_en": "NaturalCodeBenchDataset",
    "palmath": "PalMathDataset",
    "shadow_humaneval_python": "HumanEvalDataset",
}

SDK_PROGRAM = """
from sandbox_fusion import (EvalResult, GetPromptByIdRequest, GetPromptsRequest, SubmitRequest, TestConfig,
                            get_prompt_by_id, get_prompts, submit, submit_safe)
row = {"id": 1, "content": "Add.", "labels": {}, "test": [{"input": {"stdin": "1 2"}, "output": {"stdout": "3"}}]}
given = {"dataset_type": "CommonOJDataset", "language": "python"}
one = TestConfig(provided_data=row, **given)
prompts = get_prompts(GetPromptsRequest(dataset="mine", config=TestConfig(provided_data=[row], **given)))
assert [(p.id, p.prompt[:4]) for p in prompts] == [(1, "Add.")], prompts
assert get_prompt_by_id(GetPromptByIdRequest(dataset="mine", id=1, config=one)).prompt == prompts[0].prompt
right = "```python\\nprint(sum(map(int, input().split())))\\n```"
for completion, accepted in ((right, True), ("```python\\nprint(4)\\n```", False), ("No idea.", False)):
    result = submit(SubmitRequest(dataset="mine", id=1, completion=completion, config=one))
    assert isinstance(result, EvalResult) and result.accepted == accepted and len(result.tests) == 1, result
# Rows of the server.
served = TestConfig()
assert [p.id for p in get_prompts(GetPromptsRequest(dataset="mbpp", config=served))] == [2, 11]
done = submit(SubmitRequest(dataset="mbpp", id=11, completion="```python\\ndef f(x): return x + 1\\n```", config=served))
assert done.accepted and done.full_code.endswith("assert f(1) == 2\\n"), done
wrong = submit(SubmitRequest(dataset="mbpp", id=2, completion="```python\\ndef f(x): return x + 1\\n```", config=served))
assert not wrong.accepted and wrong.tests[0].exec_info.status == "Failed", wrong
# What fails is never a result.
try:
    submit(SubmitRequest(dataset="mbpp", id=3, completion="", config=served), max_attempts=1)
    raise SystemExit("an unknown id has no result")
except Exception as error:
    assert "no row with id 3" in str(error), error
assert not submit_safe(SubmitRequest(dataset="mbpp", id=3, completion="", config=served), max_attempts=1).accepted
print("fine")
"""


def test_the_sdk_works_unmodified(start_server, sandbox_fusion_sdk, tmp_path):  # noqa: F811
    rows = [{"id": 11, "content": "Next.", "labels": {}, "test_list": ["assert f(1) == 2"]},
            {"id": 2, "content": "Half.", "labels": {}, "test_list": ["assert f(2) == 1"]}]
    (tmp_path / "mbpp.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    server = start_server("--datasets", str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", SDK_PROGRAM], text=True, capture_output=True,
        env={**os.environ, "PYTHONPATH": str(sandbox_fusion_sdk),
             "SANDBOX_FUSION_ENDPOINT": f"http://127.0.0.1:{server.port}"})
    assert done.stdout == "fine\n", done.stderr


def test_metrics_functions_compute_pass_at_k(server):
    reply = server.post("/get_metrics_function", {"dataset": "evoeval", "config": {}})
    space = {"k_targets": [1, 2, 5], "repeats": 2}
    exec(reply.json()["function"], space)
    result = collections.namedtuple("Result", "id accepted")
    results = [result(f"EvoEval_{kind}_EvoEval/{i}", ok)
               for kind, i, ok in (("combine", 1, True), ("combine", 1, False), ("tool", 1, False), ("tool", 1, False))]
    assert space["get_metrics"](results) == {
        "combine/Pass@k=1": 0.5, "combine/Pass@k=2": 1.0, "tool/Pass@k=1": 0.0, "tool/Pass@k=2": 0.0}


def test_a_program_that_leaves_has_not_passed(server):
    """exit(0) before the tests is a pass with SandboxFusion."""
    auto = {"id": 1, "labels": {"programming_language": "python"}, "test": {"code": "assert f() == 1"}}
    human = {"task_id": 1, "prompt": "def f():\n", "test": "def check(c):\n    assert c() == 1\n", "entry_point": "f"}
    leaving = "def f():\n    import os\n    os._exit(0)"
    for kind, row in (("AutoEvalDataset", auto), ("HumanEvalDataset", human), ("MHPPDataset", {**auto, "test": "assert f() == 1"})):
        config = {"dataset_type": kind, "provided_data": row, "extra": {"is_freeform": True}}
        for code, accepted in ((leaving, False), ("def f():\n    return 1", True), ("def f():\n    return 2", False)):
            reply = server.post("/submit", {"dataset": "mine", "id": 1, "completion": f"```python\n{code}\n```",
                                            "config": config})
            assert reply.status == 200 and reply.json()["accepted"] == accepted, (kind, code, reply.body)


def fenced(code, language="python"):
    return f"```{language}\n{code}\n```"


def parsed(value):
    return json.loads(value, strict=False) if isinstance(value, str) else value


def by_asserts(tests):
    """A function that knows the answers of `assert f(…) == …`, or None."""
    table, name = {}, None
    for node in ast.parse(tests).body:
        test = getattr(node, "test", None)
        if not (isinstance(test, ast.Compare) and isinstance(test.left, ast.Call) and isinstance(test.ops[0], ast.Eq)):
            return None
        name = ast.unparse(test.left.func)
        arguments = ", ".join(ast.unparse(a) for a in test.left.args)
        table[arguments] = ast.unparse(test.comparators[0])
    entries = "\n".join(f"    if args == ({arguments},): return {value}" for arguments, value in table.items())
    return f"def {name}(*args):\n{entries}\n"


def solution(row):
    """(completion that is right or None, one that is wrong, extra of the config)."""
    kind, given = row["dataset"], row.get("canonical_solution")
    if kind == "code_contests":
        answers = {t["input"]["stdin"]: t["output"]["stdout"] for t in parsed(row["test"])}
        program = "import sys\nanswers = {!r}\nprint(answers[sys.stdin.read()]{})"
        return fenced(program.format(answers, "")), fenced(program.format(answers, "[:-2] + '?'")), {}
    if kind in ("mhpp", "rl_train_oj_0328_1707"):
        code = by_asserts(row["test"])
        return code and fenced(code), fenced((code or "x = 1").replace("return", "return 'wrong',")), {}
    if kind == "cruxeval_x":
        before, after = row["output"].split("????")
        answer = row["gt"][len(before):len(row["gt"]) - len(after)]
        return f"[ANSWER] {answer} [/ANSWER]", "[ANSWER] [/ANSWER]", {"mode": "output"}
    if kind == "palmath":
        code = parsed(given)["code"]
        return fenced(code), fenced("def solution():\n    return 'nothing of it'"), {}
    if kind.startswith("ncb_"):
        broken = given.replace("return ", "return not_defined_anywhere + ").replace("self.", "self.x.")
        return given, broken if broken != given else "```\n```", {}
    if kind in ("EvoEval", "bigcodebench", "shadow_humaneval_python"):
        code = row["content"] + "\n" + given
        return fenced(code), fenced(row["content"] + "\n    return 'wrong'\n"), {"is_freeform": True}
    if kind == "custom_test":
        return None, fenced(row["content"] + "    throw 1;\n}", "cpp"), {"is_freeform": True}
    language = parsed(row["labels"])["programming_language"] if "labels" in row else "python"
    return given and fenced(given, language), fenced((given or "x")[:len(given or "x") // 2], language), {}


# Rows whose own solution is not accepted, and why.
KNOWN = {
    "live_code_bench_v1/1": "its solution is sys.exit(0)",
    "humanevalds_v1_en/1": "its solution is exit(0), there to be rejected",
    "oodtest_v1_zh/2": "its solution is os.exit(0), there to be rejected",
    "humanevalds_v2_en/10000": "its solution always returns false",
    "humanevalds_v2_en/10001": "its solution always returns false",
    "mbxp_v2_en/10000": "its solution always returns 0",
    "mhpp/11": "its asserts name YES and NO, which only the benchmark's solution defines",
    "shadow_humaneval_python/32": "its entry point takes two arguments, its tests give one",
    "bigcodebench/BigCodeBench/1005": "it downloads from the network",
}
# Rows whose tests a wrong program passes, on its own interpreter too.
TESTS_NOTHING = {"cruxeval_x/perl_0": "it compares the function's list with nothing: eq_deeply(f(x),)"}
# Modules of third parties that a row needs, and this host's Python may not have.
MISSING_MODULE = "No module named"


def submit(server, row, completion, extra):
    config = {"dataset_type": CLASSES[row["dataset"]], "provided_data": row, "extra": extra, "language": "python"}
    reply = server.post("/submit", {"dataset": row["dataset"], "id": row["id"], "completion": completion,
                                    "config": config})
    if reply.status == 500 and b"failed to request sandbox" in reply.body:
        return "no toolchain", reply.json()
    if reply.status != 200:
        return f"HTTP {reply.status}", reply.json()
    result = reply.json()
    if MISSING_MODULE in json.dumps(result["tests"]):
        return "no module", result
    return "accepted" if result["accepted"] else "rejected", result


def test_packed_tests_tell_right_from_wrong(server):
    """As SandboxFusion's rows of LiveCodeBench are packed."""
    tests = {"input_output": json.dumps({"inputs": ["2\nabc\nbca\n", "1\nacb\n"],
                                         "outputs": ["YES\nNO\n", "YES\n"], "fn_name": None})}
    right = ("for _ in range(int(input())):\n"
             "    print('YES' if sum(a != b for a, b in zip(input(), 'abc')) < 3 else 'NO')\n")
    for protocol in (2, 4, pickle.HIGHEST_PROTOCOL):
        packed = base64.b64encode(zlib.compress(pickle.dumps(tests, protocol))).decode()
        row = {"dataset": "live_code_bench_v1", "id": 1, "content": "", "labels": "{}", "test": packed}
        assert submit(server, row, f"```python\n{right}```", {})[0] == "accepted"
        assert submit(server, row, f"```python\n{right.replace('< 3', '< 4')}```", {})[0] == "rejected"


def test_sample_rows(server):
    try:
        rows = datasets.rows(SAMPLES)
    except FileNotFoundError as error:
        pytest.skip(f"no sample rows: {error}")
    counts = collections.defaultdict(collections.Counter)
    surprises = []

    def judge(row):
        right, wrong, extra = solution(row)
        outcomes = {"wrong": submit(server, row, wrong, extra)}
        if right:
            outcomes["right"] = submit(server, row, right, extra)
        return row, outcomes

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for row, outcomes in pool.map(judge, rows):
            count = counts[CLASSES[row["dataset"]], row["dataset"]]
            for which, (outcome, answer) in outcomes.items():
                count[f"{which}: {outcome}"] += 1
                wanted = {"right": "accepted", "wrong": "rejected"}[which]
                if outcome in (wanted, "no toolchain", "no module") or row["problem_id"] in TESTS_NOTHING:
                    continue
                if row["problem_id"] not in KNOWN or outcome == "accepted":
                    surprises.append((row["problem_id"], which, outcome, json.dumps(answer)[:3000]))
    for (kind, name), count in sorted(counts.items()):
        print(f"{kind:26} {name:26} {dict(sorted(count.items()))}")
    assert not surprises, "\n\n".join(map(str, surprises))
