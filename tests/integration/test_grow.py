"""`assay tests grow`: new tests have the right answers, reject what the given ones let pass, and a killed run goes on.

`make check-grow` measures the same on HumanEval and MBPP against the tests of HumanEval+ and MBPP+.
"""

import json
import os
import signal
import subprocess
import time

import pytest

from harness import server as harness

TIMEOUT_S = 600


def grow(*arguments, check=None):
    done = subprocess.run([harness.binary(), "tests", "grow", *map(str, arguments)], capture_output=True, text=True,
                          timeout=TIMEOUT_S)
    assert check is None or done.returncode == check, (done.returncode, done.stdout, done.stderr)
    return done


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def without_times(out):
    return [{key: value for key, value in row.items() if key != "seconds"} for row in lines(out / "growth.jsonl")]


def solution(code, label="correct", **more):
    return {"language": "python", "label": label, "code": code, **more}


def asserts(code, *solutions, **more):
    return {"id": "asserts", "language": "python", "problem": {"mode": "assert", "assert_code": code, **more},
            "solutions": list(solutions)}


needs_boxes = pytest.mark.skipif(harness.why_not() is not None, reason=str(harness.why_not()))

LARGEST = "def largest(a):\n    best = a[0]\n    for x in a[1:]:\n        if x > best:\n            best = x\n    return best\n"


@needs_boxes
def test_tests_of_functions_grow_in_each_of_their_forms(tmp_path):
    wrong = "def largest(a):\n    return a[-1]\n"
    rows = [
        {**asserts("assert largest([1, 2, 3]) == 3\nassert largest([5]) == 5", solution(LARGEST),
                   solution(wrong, "wrong")), "id": "asserts"},
        {**asserts("def check(candidate):\n    for n in (2, 4):\n        assert candidate([n, 1, n + 3]) == n + 3\n",
                   solution(LARGEST), solution(wrong, "wrong"), function_name="largest"), "id": "check"},
        {"id": "calls", "language": "python",
         "problem": {"mode": "function_call", "function_name": "largest",
                     "tests": [{"input": [[1, 2, 3]], "expected": 3}, {"input": [[5]], "expected": 5}]},
         "solutions": [solution(LARGEST), solution(wrong, "wrong")]},
        {"id": "prints", "language": "python",
         "problem": {"tests": [{"input": "3\n1 2 3\n", "expected": "3\n"}, {"input": "1\n5\n", "expected": "5\n"}]},
         "solutions": [solution("input()\nprint(max(map(int, input().split())))"),
                       solution("input()\nprint(input().split()[-1])", "wrong")]},
    ]
    out = tmp_path / "out"
    grow(write(tmp_path / "rows.jsonl", rows), "--out", out, "--pool", 60, "--mutants", 10, check=0)
    growth = {row["id"]: row for row in lines(out / "growth.jsonl")}
    for row in rows:
        told = growth[row["id"]]
        assert told["tests"], told
        assert told["faulty"]["wrong"] == {"all": 1, "before": 0, "after": 1}, told
        assert all(test["origin"] and test["agreed"] == ["correct"] for test in told["tests"]), told
    # Grown rows are rows, and sound ones.
    done = subprocess.run([harness.binary(), "audit", str(out / "grown.jsonl"), "--out", str(tmp_path / "audit"),
                           "--mutants", "0"], capture_output=True, text=True, timeout=TIMEOUT_S)
    verdicts = {row["id"]: row["verdict"] for row in lines(tmp_path / "audit" / "findings.jsonl")}
    assert verdicts == {row["id"]: "keep" for row in rows}, done.stdout
    report = json.loads((out / "report.json").read_text())
    assert report["grown"] == len(rows) and report["faulty"]["wrong"]["after"]["rejected"] == len(rows)
    assert "<script" not in (out / "report.html").read_text()


@needs_boxes
def test_what_has_no_answer_becomes_no_test(tmp_path):
    """References that hang, end the process, print, fork, change their arguments, answer by chance or with no data."""
    code = """
import os, random, sys, time
seen = []
def f(n, a):
    print("x" * 10000)
    os.write(1, b'[0, "value", 99]\\n')
    a.append(n)
    if n == 3: sys.exit(0)
    if n == 4: os._exit(0)
    if n == 5:
        while True: pass
    if n == 6: return (x for x in a)
    if n == 7: return float("nan")
    if n == 8: return object()
    if n == 9: return [0] * 10**6
    if n == 10: return random.random()
    if n == 11: return len(seen)
    if n == 12: return list({"a", "b", "c", "d", "e", "f"})
    if n == 13: os.fork()
    if n == 14: raise KeyboardInterrupt
    seen.append(n)
    return len(a)
"""
    text = "\n".join(f"assert f({n}, []) == 1" for n in (1, 2, 15, 16))
    out = tmp_path / "out"
    grow(write(tmp_path / "rows.jsonl", [asserts(text, solution(code))]), "--out", out, "--pool", 200, "--edges", 30,
         "--mutants", 0, check=0)
    told = lines(out / "growth.jsonl")[0]
    inputs = told["inputs"]
    assert inputs["crashed"] and inputs["late"] and inputs["no_data"] and inputs["nondeterministic"], inputs
    assert told["tests"]
    for test in told["tests"]:
        n = int(test["input"].split("(")[1].split(",")[0])
        assert n not in (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14), test
        assert int(test["expected"]) == len(json.loads(test["input"].split(", ", 1)[1][:-1])) + 1, test


@needs_boxes
def test_references_vote_and_the_stress_mode_shows_where_they_differ(tmp_path):
    right = "def f(a):\n    return sorted(a)\n"
    also = "def f(a):\n    return list(sorted(x for x in a))\n"
    other = "def f(a):\n    return sorted(set(a))\n"
    row = asserts("assert f([3, 1, 2]) == [1, 2, 3]\nassert f([2, 1]) == [1, 2]\nassert f([5]) == [5]",
                  solution(right, name="one"), solution(also, name="two"), solution(right, name="three"),
                  solution(other, name="other"))
    out = tmp_path / "out"
    done = grow(write(tmp_path / "rows.jsonl", [row]), "--out", out, "--stress", "--mutants", 0, check=0)
    told = lines(out / "growth.jsonl")[0]
    difference = told["differences"][0]
    assert (difference["first"], difference["second"]) == ("one", "other")
    items = json.loads(difference["input"][2:-1])
    assert len(items) == 2 and items[0] == items[1], difference  # nothing smaller tells them apart
    assert "one and other differ" in done.stdout
    assert all("other" not in test["agreed"] or len(test["agreed"]) == 4 for test in told["tests"])


@needs_boxes
def test_killed_at_any_moment_it_goes_on_and_ends_the_same(tmp_path):
    rows = [{**asserts(f"assert f({i}) == {i + 1}\nassert f(9) == 10", solution("def f(n):\n    return n + 1\n")),
             "id": f"p{i}"} for i in range(16)]
    arguments = [write(tmp_path / "rows.jsonl", rows), "--pool", 30, "--mutants", 5, "--parallel", 2]
    grow(*arguments, "--out", tmp_path / "whole", check=0)
    out, kills = tmp_path / "killed", 0
    for wanted in (1, 5, 10):
        process = subprocess.Popen([harness.binary(), "tests", "grow", *map(str, arguments), "--out", str(out)],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        record = out / "problems.jsonl"
        deadline = time.monotonic() + TIMEOUT_S
        while process.poll() is None and time.monotonic() < deadline:
            if record.exists() and record.read_bytes().count(b"\n") >= wanted:
                os.kill(process.pid, signal.SIGKILL)
                kills += 1
                break
            time.sleep(0.002)
        process.wait(timeout=TIMEOUT_S)
    assert kills >= 2
    grow(*arguments, "--out", out, check=0)
    assert without_times(out) == without_times(tmp_path / "whole")
    for name in ("grown.jsonl", "mutants.jsonl"):
        assert (out / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@needs_boxes
def test_what_cannot_grow_says_why(tmp_path):
    rows = [
        {"id": "no reference", "problem": {"tests": [{"input": "1\n", "expected": "1\n"}]}},
        {"id": "fails", "language": "python", "problem": {"tests": [{"input": "1\n", "expected": "1\n"}]},
         "solutions": [solution("print(2)")]},
        {"question": "1 + 1?", "answer": "2"},
        {"nothing": "of use"},
    ]
    out = tmp_path / "out"
    done = grow(write(tmp_path / "rows.jsonl", rows), "--out", out, check=1)
    told = lines(out / "growth.jsonl")
    assert [row.get("skipped", "") for row in told] == [
        "it has no program that is said to be right", "no program that is said to be right passes its tests",
        "it is a question of mathematics", ""]
    assert "the columns of none of the formats" in told[3]["refused"]
    assert "1 rows are no problems" in done.stdout


@pytest.mark.parametrize("arguments, words", [
    (["--out", "out"], "name a file of rows"),
    (["rows.jsonl"], "--out: name the folder"),
    (["rows.jsonl", "--out", "out", "--pool", "0"], "--pool: must be from 1 to 10000"),
    (["rows.jsonl", "--out", "out", "--held-out", "2"], "--held-out: must be from 0 to 1"),
    (["missing.jsonl", "--out", "out"], "missing.jsonl"),
])
def test_wrong_usage_says_what_to_do(tmp_path, arguments, words):
    (tmp_path / "rows.jsonl").write_text("{}\n")
    done = subprocess.run([harness.binary(), "tests", "grow", *arguments], cwd=tmp_path, capture_output=True, text=True,
                          timeout=TIMEOUT_S)
    assert done.returncode == 2 and words in done.stderr, done.stderr


def test_a_folder_is_that_of_one_run(tmp_path):
    (tmp_path / "rows.jsonl").write_text('{"question": "1 + 1?", "answer": "2"}\n')
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "manifest.json").write_text("{}\n")
    done = grow(tmp_path / "rows.jsonl", "--out", tmp_path / "out", check=2)
    assert "is the folder of another growing of tests" in done.stderr


@needs_boxes
def test_the_clock_is_no_answer(tmp_path):
    """Two looks within one second would agree on it, and a moment is near another for a test of decimals."""
    bodies = {"text": "import time\ndef f(n): return n if len(n) < 2 else time.ctime()",
              "moment": "import datetime\ndef f(n): return n if len(n) < 2 else datetime.datetime.now().timestamp()"}
    rows = [{**asserts("assert f('a') == 'a'\nassert f('b') == 'b'", solution(code)), "id": name}
            for name, code in bodies.items()]
    grow(write(tmp_path / "rows.jsonl", rows), "--out", tmp_path / "out", "--pool", 60, check=0)
    for row in lines(tmp_path / "out" / "growth.jsonl"):
        assert all(len(test["input"]) <= len("['a']") + 1 for test in row["tests"]), row["tests"]
        assert row["inputs"]["nondeterministic"] > 0, row
