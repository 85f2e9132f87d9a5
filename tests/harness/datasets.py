"""Turns rows of public data sets into native submissions with the verdict their source recorded.

Each suite is a generator of Case. Nothing of the data is kept in this repository: it is read from the
folder that ASSAY_DATA names (one JSON object a line, gzipped). Functions raise FileNotFoundError when
a file is missing; callers skip and say so.
"""
from __future__ import annotations

import ast
import gzip
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from typing import Iterator

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PYTHON = "/usr/bin/python3"

@dataclass
class Case:
    """One submission and what is known about it."""

    id: str
    submission: dict  # as POST /v1/verify takes it
    accepted: bool | None  # the recorded label; None: compare `tests` only
    tests: list[bool] = field(default_factory=list)  # recorded result of each test, if any


def data_folder() -> pathlib.Path:
    return pathlib.Path(os.environ.get("ASSAY_DATA", REPOSITORY.parent / "shared" / "data"))


def rows(name: str) -> list[dict]:
    for suffix in (".dev.jsonl.gz", ".jsonl.gz"):
        path = data_folder() / (name + suffix)
        if path.exists():
            with gzip.open(path, "rt", encoding="utf-8") as stream:
                return [json.loads(line) for line in stream]
    raise FileNotFoundError(f"{data_folder() / name}.dev.jsonl.gz")


def _assert_submission(code: str, test: str, function: str = "", cpu_s: float = 10) -> dict:
    return {
        "language": "python",
        "code": code,
        "problem": {"mode": "assert", "assert_code": test, "function_name": function},
        "limits": {"cpu_time_s": cpu_s, "wall_time_s": cpu_s},
    }


def humaneval() -> Iterator[Case]:
    """HumanEval references, and a published model's samples with their recorded base status."""
    problems = {row["problem_id"]: row for row in rows("func_python/humaneval")}
    for key, row in problems.items():
        yield Case(
            f"humaneval/{key}/reference",
            _assert_submission(
                row["prompt"] + row["canonical_solution"], row["test"], row["entry_point"]
            ),
            True,
        )
    for number, row in enumerate(rows("func_python/evalplus_samples_humaneval")):
        problem = problems.get(row["problem_id"])
        if problem is None:
            continue
        # Some tests call helpers that only the prompt defines; the labels were made without them.
        helpers = problem["prompt"].count("\ndef ") + problem["prompt"].startswith("def ") > 1
        prefix = problem["prompt"] + "    pass\n\n" if helpers else ""
        yield Case(
            f"humaneval/{row['problem_id']}/sample{number}",
            _assert_submission(
                prefix + row["solution"], problem["test"], problem["entry_point"]
            ),
            row["base_status"] == "pass",
        )


def mbpp() -> Iterator[Case]:
    """MBPP and MBPP-sanitized references with their assert lists."""
    for row in rows("func_python/mbpp"):
        tests = row["test_setup_code"] + "\n" + "\n".join(row["test_list"])
        yield Case(
            f"mbpp/{row['problem_id']}/reference",
            _assert_submission(row["canonical_solution"], tests),
            True,
        )
    for row in rows("func_python/mbpp_sanitized"):
        tests = "\n".join(row["test_imports"] + row["test_list"])
        yield Case(
            f"mbpp_sanitized/{row['problem_id']}/reference",
            _assert_submission(row["canonical_solution"], tests),
            True,
        )


def mbpp_samples() -> Iterator[Case]:
    """A published model's MBPP samples with their recorded base status."""
    problems = {row["problem_id"]: row for row in rows("func_python/mbpp_sanitized")}
    for number, row in enumerate(rows("func_python/evalplus_samples_mbpp")):
        problem = problems.get(row["problem_id"])
        if problem is None:
            continue
        yield Case(
            f"mbpp/{row['problem_id']}/sample{number}",
            _assert_submission(
                row["solution"],
                "\n".join(problem["test_imports"]) + "\n" + problem["assertion"],
            ),
            row["base_status"] == "pass",
        )


def quixbugs() -> Iterator[Case]:
    for row in rows("func_python/quixbugs"):
        tests = row["tests"]
        names = [
            line.split("(")[0][4:]
            for line in tests.splitlines()
            if line.startswith("def test")
        ]
        called = tests.splitlines()
        tests += "\n" + "\n".join(f"{name}()" for name in names if f"{name}()" not in called)
        for kind, accepted in (("solution", True), ("buggy_program", False)):
            yield Case(
                f"quixbugs/{row['problem_id']}/{kind}",
                _assert_submission(row[kind], tests, cpu_s=5),
                accepted,
            )


_ENCODER = r'''
import json, sys
def encode(v):
    if v is None or isinstance(v, (bool, str)): return v
    if isinstance(v, int): return v
    if isinstance(v, float):
        if v != v: return {"$float": "nan"}
        if v in (float("inf"), float("-inf")): return {"$float": "inf" if v > 0 else "-inf"}
        return v
    if isinstance(v, complex): return {"$complex": [v.real, v.imag]}
    if isinstance(v, (list, tuple)): return [encode(x) for x in v]
    if isinstance(v, (set, frozenset)): return {"$set": [encode(x) for x in v]}
    if isinstance(v, dict):
        if all(isinstance(k, str) and not k.startswith("$") for k in v):
            return {k: encode(x) for k, x in v.items()}
        return {"$dict": [[encode(k), encode(x)] for k, x in v.items()]}
    raise TypeError(type(v).__name__)
sys.setrecursionlimit(100000)
sys.set_int_max_str_digits(0)
job = json.load(open(sys.argv[1]))
scope = {"__name__": "reference"}
exec(job["code"], scope)
import copy, inspect
# The contract is written as the first lines of the function: what it refuses is no test.
check = lambda *args: None
if job["contract"].strip():
    signature = inspect.signature(scope[job["function"]])
    names = ", ".join(str(p.replace(annotation=p.empty)) for p in signature.parameters.values())
    exec("def _contract(" + names + "):\n" + job["contract"] + "\n", scope)
    check = scope["_contract"]
out = []
for args in job["inputs"]:
    try:
        check(*copy.deepcopy(args))
        out.append(["ok", encode(scope[job["function"]](*copy.deepcopy(args)))])
    except BaseException as error:
        out.append(["error", type(error).__name__])
json.dump(out, open(sys.argv[2], "w"))
'''


def _reference_values(code: str, contract: str, function: str, inputs: list) -> list:
    """Calls the data set's own reference on the host (public, trusted data) for the expectations."""
    with tempfile.TemporaryDirectory() as folder:
        job, out = os.path.join(folder, "job.json"), os.path.join(folder, "out.json")
        script = os.path.join(folder, "encode.py")
        pathlib.Path(script).write_text(_ENCODER)
        with open(job, "w") as stream:
            json.dump({"code": code, "contract": contract, "function": function, "inputs": inputs},
                      stream)
        subprocess.run([PYTHON, script, job, out], check=True, timeout=600)
        with open(out) as stream:
            return json.load(stream)


def _tagged(value):
    """JSON's own types with the floats that JSON lacks written as the API's marked objects."""
    if isinstance(value, float) and not math.isfinite(value):
        return {"$float": "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"}
    if isinstance(value, list):
        return [_tagged(each) for each in value]
    if isinstance(value, dict):
        return {key: _tagged(each) for key, each in value.items()}
    return value


def _function_submission(code: str, function: str, inputs: list, values: list, atol: float) -> dict:
    comparison = {"mode": "default", "profile": "assay"}
    if atol:
        comparison["absolute_tolerance"] = atol
    return {
        "language": "python",
        "code": code,
        "problem": {
            "mode": "function_call",
            "function_name": function,
            "comparison": comparison,
            "tests": [
                {"input": _tagged(args), "expected": value[1]}
                for args, value in zip(inputs, values)
                if value[0] == "ok"
            ],
        },
        "limits": {"cpu_time_s": 10, "wall_time_s": 10},
    }


def _plus(name: str, prompt_is_code: bool, most_tests: int, every: int) -> Iterator[Case]:
    sample_file = "humaneval" if prompt_is_code else "mbpp"
    samples: dict[str, list] = {}
    for number, sample in enumerate(rows(f"func_python/evalplus_samples_{sample_file}")):
        samples.setdefault(sample["problem_id"], []).append((number, sample))
    for row in rows(f"func_python/{name}")[::every]:
        prefix = row["prompt"] if prompt_is_code else ""
        code = prefix + row.get("reference", row["canonical_solution"])
        plus = row["plus_input"] if isinstance(row["plus_input"], list) else []
        inputs = (row["base_input"] + plus)[:most_tests]
        try:
            values = _reference_values(code, row["contract"], row["entry_point"], inputs)
        except (subprocess.SubprocessError, ValueError) as error:
            print(f"{name}/{row['problem_id']}: no expectations: {error}", file=sys.stderr)
            continue
        if not any(value[0] == "ok" for value in values):
            continue
        yield Case(
            f"{name}/{row['problem_id']}/reference",
            _function_submission(code, row["entry_point"], inputs, values, row["atol"]),
            True,
        )
        # Some rows come without their additional inputs, which the labels are about too.
        complete = len(plus) > 0 and len(inputs) == len(row["base_input"]) + len(plus)
        for number, sample in samples.get(row["problem_id"], []):
            # plus_status is about the additional inputs alone.
            passed = sample["base_status"] == "pass" and sample["plus_status"] == "pass"
            if not passed and not complete:
                continue  # the test that fails it may be among those cut
            yield Case(
                f"{name}/{row['problem_id']}/sample{number}",
                _function_submission(
                    sample["solution"], row["entry_point"], inputs, values, row["atol"]
                ),
                passed,
            )


def humanevalplus(most_tests: int = 40, every: int = 1) -> Iterator[Case]:
    """HumanEval+ as function calls; expectations come from the data set's own reference.

    `every`: only every N-th problem, since making the expectations takes time too.
    """
    yield from _plus("humanevalplus_2023_04", True, most_tests, every)


def mbppplus(most_tests: int = 40, every: int = 1) -> Iterator[Case]:
    yield from _plus("mbppplus_2023_11", False, most_tests, every)


# console.assert only prints in Node; the data's tests mean it as an assertion.
_JS_PRELUDE = "console.assert = (ok, ...m) => { if (!ok) throw new Error('assertion: ' + m); };\n"
_CPP_PRELUDE = "#include <bits/stdc++.h>\nusing namespace std;\n"


def _whole_program(language: str, prompt: str, solution: str, test: str) -> dict:
    code = prompt + solution + "\n" + test
    if language == "js":
        code, name = _JS_PRELUDE + code, "nodejs"
    elif language == "cpp":
        code, name = _CPP_PRELUDE + code, "cpp"
    else:
        name = language
    return {
        "language": name,
        "code": code,
        "problem": {"mode": "run"},
        "limits": {"cpu_time_s": 10, "wall_time_s": 10, "memory_mb": 1024},
        "compile_limits": {"cpu_time_s": 60, "wall_time_s": 60},
    }


def multilang() -> Iterator[Case]:
    """HumanEval-X and HumanEvalPack run as whole programs: solution and test in one source."""
    for name in ("humaneval_x", "humanevalpack"):
        for row in rows(f"multilang/{name}"):
            language = row["language"]
            if language not in ("python", "cpp", "java", "js"):
                continue
            variants = [("canonical_solution", True)]
            if "buggy_solution" in row:
                variants.append(("buggy_solution", False))
            for field_name, accepted in variants:
                yield Case(
                    f"{name}/{row['task_id']}/{field_name}",
                    _whole_program(language, row["prompt"], row[field_name], row["test"]),
                    accepted,
                )


def refactory() -> Iterator[Case]:
    """Student programs with recorded labels."""
    problems = {row["problem_id"]: row for row in rows("throughput/refactory_problems")}
    for row in rows("throughput/refactory_submissions"):
        problem = problems[row["problem_id"]]
        tests = "\n".join(
            f"assert ({test['expr']}) == ({test['expected']})" for test in problem["tests"]
        )
        yield Case(
            row["submission_id"],
            _assert_submission(problem["global_code"] + "\n" + row["code"], tests, cpu_s=5),
            row["label"] == "correct",
        )


def introclass() -> Iterator[Case]:
    """Student C programs; the data's own Python checkers run as special judges."""
    problems = {row["problem_id"]: row for row in rows("throughput/introclass_problems")}
    for row in rows("throughput/introclass_submissions"):
        problem = problems[row["problem_id"]]
        source = problem["checker_python"]
        name = source.split("(")[0].removeprefix("def ").strip()
        checker = (
            "import re, string, sys\n" + source + "\n"
            "read = lambda name: open(name, errors='replace').read()\n"
            f"ok = {name}(None, read('answer.txt'), read('stdout.txt'), read('stdin.txt'))\n"
            "sys.exit(0 if ok else 1)\n"
        )
        tests = [test for test in problem["tests"] if test["name"] in row["recorded"]]
        if not tests:
            continue
        yield Case(
            f"introclass/{row['submission_id']}",
            {
                "language": "c",
                "code": row["code"],
                # Many read variables before setting them; the labels are of unoptimised programs.
                "compile_flags": ["-O0"],
                "stop": "all",
                "problem": {
                    "mode": "stdin_stdout",
                    "tests": [
                        {"id": t["name"], "input": t["input"], "expected": t["output"]} for t in tests
                    ],
                    "checker": {
                        "kind": "scalebox",
                        "language": "python",
                        "source": checker,
                        "always": True,
                    },
                },
                "limits": {"cpu_time_s": 5, "wall_time_s": 5},
            },
            None,
            [row["recorded"][test["name"]] == "pass" for test in tests],
        )


def codecontests(most_tests: int = 15, every: int = 1, timeout_s: float = 20) -> Iterator[Case]:
    """CodeContests programs whose output in plain python3 equals the recorded one (the clean set), given
    that many seconds for each test."""
    for row in rows("throughput/codecontests_py")[::every]:
        tests = row["tests"][:most_tests]
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "main.py"
            path.write_text(row["solution"])
            clean = True
            for test in tests:
                try:
                    done = subprocess.run(
                        [PYTHON, str(path)], input=test["input"].encode(), capture_output=True,
                        timeout=timeout_s, cwd=folder,
                    )
                except subprocess.TimeoutExpired:
                    clean = False
                    break
                if done.returncode != 0 or done.stdout.decode().split() != test["output"].split():
                    clean = False
                    break
        if not clean:
            continue
        yield Case(
            f"codecontests/{row['problem_id']}",
            {
                "language": "python",
                "code": row["solution"],
                "problem": {
                    "mode": "stdin_stdout",
                    "comparison": {"mode": "tokens"},
                    "tests": [{"input": t["input"], "expected": t["output"]} for t in tests],
                },
                "limits": {"cpu_time_s": 20, "wall_time_s": 20},
            },
            True,
        )


def cruxeval() -> Iterator[Case]:
    """Functions with an input and its output, and models' predictions of either with whether they hold."""
    problems = {row["problem_id"]: row for row in rows("func_python/cruxeval")}
    for key, row in problems.items():
        test = f"assert {row['output']} == f({row['input']})"
        yield Case(f"cruxeval/{key}", _assert_submission(row["code"], test), True)
    seen = {}
    for row in rows("func_python/cruxeval_samples"):
        problem, guess = problems[row["problem_id"]], row["generation"]
        given = f"f({problem['input']})" if row["mode"] == "output" else problem["output"]
        seen.setdefault((row["problem_id"], given, guess), row["passed"])
    for number, ((key, given, guess), passed) in enumerate(seen.items()):
        submission = _assert_submission(problems[key]["code"], f"assert {given} == {guess}")
        yield Case(f"cruxeval/sample/{key}/{number}", submission, passed)


def _run(identity: str, code: str, stdin: str = "") -> Case:
    return Case(identity, {
        "language": "python", "code": code,
        "problem": {"mode": "run", "tests": [{"input": stdin, "expected": ""}]},
        "limits": {"cpu_time_s": 5, "wall_time_s": 10},
    }, None)


def python_texts() -> Iterator[Case]:
    """Everything in the data that is a Python program or claims to be one, right or wrong, with one of
    its inputs. Without labels: for comparing servers."""
    for row in rows("func_python/cruxeval"):
        yield _run(row["problem_id"], f"{row['code']}\nprint(repr(f({row['input']})))\n")
    problems = {row["problem_id"]: row for row in rows("throughput/codejam_problems")}
    for row in rows("throughput/codejam_llm_submissions"):
        tests = problems.get(row["problem_id"], {}).get("tests") or [{"input": ""}]
        for kind in ("code", "raw_response"):
            if row[kind] is None:
                continue
            identity = f"{row['problem_id']}/{row['submission_id']}/{kind}"
            yield _run(identity, row[kind], tests[0]["input"])
    for row in rows("robustness/programs"):
        if (row["language"] or "").lower() in ("python3", "py2", "py3") and not row.get("stress"):
            yield _run(row["id"], row["files"][0]["text"])
    for row in rows("robustness/reward_hacks"):
        calls = "".join(
            f"try: print(repr({row['function_name']}({case[0]!r})))\nexcept Exception as e: print(repr(e))\n"
            for case in ast.literal_eval(row["test_cases"])
        )
        for kind in ("ground_truth", "exploit"):
            yield _run(f"{row['id']}/{kind}", f"{row[kind]}\n{calls}")
    for row in rows("multilang/humaneval_x_codegeex_samples"):
        if row["language"] == "python":
            yield _run(row["task_id"], row["prompt"] + row["generation"])
    for name in ("humaneval_x", "humanevalpack"):
        for row in rows(f"multilang/{name}"):
            if row["language"] == "python":
                text = row["prompt"] + row["canonical_solution"] + row["test"] + "\n"
                called = row["test"].split("check(")[-1].split(")")[0]
                yield _run(f"{name}/{row['task_id']}", text + f"check({called})\n")
    for row in rows("multilang/mbxp"):
        if row["language"] == "python":
            solution = row["canonical_solution"] or ""
            yield _run(row["task_id"], row["prompt"] + solution + row["test"])
    for row in rows("sandboxfusion_samples/samples"):
        texts = (row.get(name) or "" for name in ("content", "canonical_solution", "test"))
        yield _run(row["problem_id"], "\n".join(map(str, texts)))
    for row in rows("robustness/open_instruct_hack_programs"):
        yield _run(row["id"], "\n".join([row["program"], *row["tests"]]))


SUITES = {
    "humaneval": humaneval,
    "mbpp": mbpp,
    "mbpp_samples": mbpp_samples,
    "quixbugs": quixbugs,
    "humanevalplus": humanevalplus,
    "mbppplus": mbppplus,
    "multilang": multilang,
    "refactory": refactory,
    "introclass": introclass,
    "codecontests": codecontests,
    "cruxeval": cruxeval,
}

UNLABELLED = {"python_texts": python_texts}
