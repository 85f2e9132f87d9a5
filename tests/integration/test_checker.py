"""`assay checker` on invented problems with a scripted model: what a comparison can do is configured, a wrong
checker is proved wrong and mended, wrong ones don't pass, and a run that is killed or replayed asks for nothing
twice. `make check-synth` does it with real checkers.
"""

import json
import random
import re
import subprocess
import time

import pytest

from harness import server as harness
from harness.scripted_endpoint import ScriptedEndpoint

PATIENCE_S = 300  # against hangs only

SUM = {"id": "sum", "statement": "Print the sum of the two numbers.",
       "problem": {"tests": [{"input": f"{a} {b}\n", "expected": f"{a + b}\n"} for a, b in
                             ((1, 2), (40, 5), (7, 9))]},
       "accepted": [{"language": "python", "code": "print(sum(map(int, input().split())))"}],
       "wrong": [{"language": "python", "code": "print(3)"}]}


def split(name):
    """Two positive numbers with the sum n."""
    return {"id": name,
            "statement": f"{name}: print two positive integers whose sum is n. If there are several, print any.",
            "problem": {"tests": [{"input": f"{n}\n", "expected": f"1 {n - 1}\n"} for n in (5, 9, 17, 30)]},
            "accepted": [{"language": "python", "code": "n = int(input()); print(n - 1, 1)"}],
            "wrong": [{"language": "python", "code": "n = int(input()); print(n, 0)"}]}


CHECKER = """import sys
n = int(open("stdin.txt").read())
words = open("answer.txt", errors="replace").read().split()
if len(words) != 2 or not all(word.isdecimal() for word in words): sys.exit(1)
a, b = map(int, words)
sys.exit(0 if {condition} else 1)
"""
RIGHT = CHECKER.format(condition="a > 0 and b > 0 and a + b == n")
# What is wrong with each, and the check that finds it.
WRONG = {
    "accepts_all": ("raise SystemExit(0)", "rejects_no_answer"),
    "accepts_none": ("raise SystemExit(1)", "accepts_reference"),
    "is_exact": ("raise SystemExit(open('stdout.txt').read().split() != open('answer.txt', errors='replace').read().split())",
                 "accepts_solutions"),
    "sees_no_zero": (CHECKER.format(condition="a + b == n"), "rejects_wrong_solutions"),
    "sees_no_sum": (CHECKER.format(condition="a > 0 and b > 0"), "rejects_most"),
    "crashes": (RIGHT.replace("if len", "a, b = map(int, words)\nif len"), "never_breaks"),
    "does_not_parse": ("if", "usable"),
}


def fenced(code):
    return f"Here it is:\n\n```python\n{code}\n```\n"


def problem_of(prompt):
    return re.search(r"(\w+): print two", prompt).group(1)


@pytest.fixture
def checker(server, tmp_path):
    """checker(verb, rows, *arguments): the finished process."""
    def run(verb, rows, *arguments):
        process = start(verb, rows, *arguments)
        out, error = process.communicate(timeout=PATIENCE_S)
        return subprocess.CompletedProcess(process.args, process.returncode, out, error)

    def start(verb, rows, *arguments):
        data = tmp_path / "problems.jsonl"
        data.write_text("".join(json.dumps(row) + "\n" for row in rows))
        command = [harness.binary(), "checker", verb, data, "--url", f"http://127.0.0.1:{server.port}", *arguments]
        return subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    run.start = start
    return run


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def results(folder):
    return {row["id"]: row for row in lines((folder / "checkers.jsonl").read_text())}


def model(endpoint, *arguments):
    return ("--endpoint", endpoint.url, "--model", endpoint.model, "--form", "scalebox", *arguments)


def test_classify_says_what_is_needed_and_shows_why(checker):
    process = checker("classify", [SUM, split("split")])
    assert process.returncode == 0, process.stderr
    plain, several = [row["classification"] for row in lines(process.stdout)]
    assert plain["special_judging"] == "none" and plain["comparisons"][0] == {"mode": "tokens"}
    assert several["special_judging"] == "multiple" and several["comparisons"] == []
    assert "If there are several, print any." in several["passages"][0]["text"]
    assert several["disagreements"][0]["solution"] == "accepted[0]"


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_checker_is_proved_wrong(checker, name):
    source, check = WRONG[name]
    row = split("split")
    row["problem"]["checker"] = {"kind": "scalebox", "language": "python", "source": source}
    process = checker("prove", [row])
    assert process.returncode == 1, process.stderr
    proof = lines(process.stdout)[0]["proof"]
    assert not proof["passed"]
    assert check in {failure["check"] for failure in proof["failures"]}, proof["failures"]


def test_a_right_checker_passes_with_its_figures(checker):
    row = split("split")
    row["problem"]["checker"] = {"kind": "scalebox", "language": "python", "source": RIGHT}
    process = checker("prove", [row])
    assert process.returncode == 0, process.stdout
    proof = lines(process.stdout)[0]["proof"]
    assert proof["tpr"]["share"] == proof["tnr"]["share"] == 1
    assert proof["wrong_solutions"] == {**proof["wrong_solutions"], "right": 1, "of": 1}
    assert proof["tpr"]["low"] < 1


def test_what_is_configured_isnt_asked_for_and_what_fails_is_asked_again(checker, tmp_path):
    def answer(prompt, _):
        return fenced(RIGHT if "failed:" in prompt else WRONG["sees_no_sum"][0])

    with ScriptedEndpoint(answer, plain=True) as endpoint:
        process = checker("synth", [SUM, split("split")], "--out", tmp_path / "out",
                          *model(endpoint, "--input-price", 1, "--output-price", 1))
    assert process.returncode == 0, process.stderr
    kept = results(tmp_path / "out")
    assert kept["sum"]["ending"] == "configured" and kept["sum"]["judge"] == {"comparison": {"mode": "tokens"}}
    row = kept["split"]
    assert row["ending"] == "generated" and row["judge"]["checker"]["source"].strip() == RIGHT.strip()
    assert [attempt["passed"] for attempt in row["attempts"]] == [False, True]
    assert row["asked"] == {"answers": 2, "prompt_tokens": 20, "completion_tokens": 40, "cost": 60e-6}
    assert row["model"] == "scripted-2" and row["prompt"]["messages"][-1]["role"] == "user"
    assert row["proof"]["kills"]["off_by_one"]["killed"] == row["proof"]["kills"]["off_by_one"]["of"]


def test_no_wrong_checker_is_kept(checker, tmp_path):
    rows = [split(name) for name in WRONG]
    with ScriptedEndpoint(lambda prompt, _: fenced(WRONG[problem_of(prompt)][0]) if "failed:" not in prompt else "",
                          plain=True) as endpoint:
        process = checker("synth", rows, "--out", tmp_path / "out", *model(endpoint, "--attempts", 1))
    assert process.returncode == 1, process.stderr
    assert {name: row["ending"] for name, row in results(tmp_path / "out").items()} == dict.fromkeys(WRONG, "none")


def test_a_recorded_run_answers_in_place_of_a_model(checker, tmp_path):
    rows = [split("split")]
    with ScriptedEndpoint(lambda prompt, _: fenced(RIGHT), plain=True) as endpoint:
        assert checker("synth", rows, "--out", tmp_path / "first", *model(endpoint)).returncode == 0
        name = endpoint.model
    again = ("--model", name, "--form", "scalebox", "--replay", tmp_path / "first")
    assert checker("synth", rows, "--out", tmp_path / "second", *again).returncode == 0
    assert results(tmp_path / "first") == results(tmp_path / "second")
    # Another problem was never asked about.
    process = checker("synth", [split("other")], "--out", tmp_path / "third", *again)
    assert process.returncode == 3 and "recorded" in process.stderr


def test_a_run_that_is_killed_at_any_moment_goes_on_and_ends_the_same(checker, tmp_path):
    rows = [split(f"split{number}") for number in range(6)]
    moments = random.Random(17)
    with ScriptedEndpoint(lambda prompt, _: fenced(RIGHT), plain=True) as endpoint:
        begun = time.monotonic()
        assert checker("synth", rows, "--out", tmp_path / "quiet", *model(endpoint)).returncode == 0
        undisturbed = time.monotonic() - begun
        asked = endpoint.requests
        killed = 0
        for part in (0.02, 0.1, *(moments.uniform(0, 0.8) for _ in range(6))):
            process = checker.start("synth", rows, "--out", tmp_path / "killed", *model(endpoint))
            try:
                process.communicate(timeout=part * undisturbed)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                killed += 1
        assert killed > 1
        last = checker("synth", rows, "--out", tmp_path / "killed", *model(endpoint))
        assert last.returncode == 0, last.stderr
        # What was under way when it was killed may be asked again: a problem for each of two threads.
        assert endpoint.requests - asked <= asked + 2 * killed
    assert (tmp_path / "quiet" / "checkers.jsonl").read_text() == (tmp_path / "killed" / "checkers.jsonl").read_text()


def test_rows_of_the_audit_and_of_public_sets_are_understood(checker):
    labelled = {**{key: SUM[key] for key in ("id", "statement", "problem")},
                "solutions": [{**SUM["accepted"][0], "label": "correct"}, {**SUM["wrong"][0], "label": "wrong"}]}
    apps = {"problem_id": 7, "question": "Print the sum of the two numbers.", "solutions": json.dumps(
        [SUM["accepted"][0]["code"]]), "input_output": json.dumps({"inputs": ["1 2\n", "3 4\n"], "outputs": ["3\n", "7\n"]})}
    humaneval = {"task_id": "HumanEval/0", "entry_point": "add", "prompt": "def add(a, b):\n",
                 "canonical_solution": "    return a + b\n",
                 "test": "def check(candidate):\n    assert candidate(1, 2) == 3\n"}
    process = checker("classify", [labelled, apps, humaneval, {"question": "1 + 1?", "answer": "2"}])
    assert process.returncode == 1, process.stderr
    assert [(row["id"], row["classification"]["special_judging"]) for row in lines(process.stdout)] == [
        ("sum", "none"), ("7", "none")]
    assert "problems.jsonl:3: mode: is 'assert': a test program decides" in process.stderr
    assert "problems.jsonl:4: a question with a gold answer" in process.stderr


def test_rows_that_are_no_problems_are_named(checker):
    process = checker("classify", [{"id": 1, "tests": [{"input": "1"}]}, SUM])
    assert process.returncode == 1
    assert "problems.jsonl:1: tests[0].expected" in process.stderr
    assert [row["id"] for row in lines(process.stdout)] == ["sum"]
