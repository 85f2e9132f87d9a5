"""`assay audit`: what is wrong with problems is found, what is right is let be, and a killed audit goes on.

The problems are made by rule (harness/planted_faults.py), with faults of every kind; `make check-audit` does the
same with 2,000 of them, and with public data.
"""

import json
import os
import random
import signal
import subprocess
import time

import pytest

from harness import planted_faults
from harness import server as harness

TIMEOUT_S = 600


def audit(*arguments, check=None):
    done = subprocess.run([harness.binary(), "audit", *map(str, arguments)], capture_output=True, text=True,
                          timeout=TIMEOUT_S)
    assert check is None or done.returncode == check, (done.returncode, done.stdout, done.stderr)
    return done


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def findings(out):
    return lines(out / "findings.jsonl")


def without_times(out):
    return [{key: value for key, value in row.items() if key != "seconds"} for row in findings(out)]


needs_boxes = pytest.mark.skipif(harness.why_not() is not None, reason=str(harness.why_not()))


@needs_boxes
def test_every_kind_of_planted_fault_is_found_and_nothing_else(tmp_path):
    kinds = len(planted_faults.FAULTS) - len(planted_faults.BLIND)
    rows, truth = planted_faults.planted(3 * kinds, kinds, seed=17)
    planted_faults.write(tmp_path / "rows.jsonl", rows)
    out = tmp_path / "out"
    done = audit(tmp_path / "rows.jsonl", "--out", out, "--mutants", 3, check=1)
    scored = planted_faults.score(findings(out), truth)
    assert not scored.missed and not scored.alarms, str(scored.missed + scored.alarms)
    report = json.loads((out / "report.json").read_text())
    assert report["problems"] == len(rows) and report["refused"] == 0
    assert sum(report["verdicts"].values()) == len(rows)
    assert f"{len(rows)} problems" in done.stdout
    assert "<script" not in (out / "report.html").read_text()


@needs_boxes
def test_mended_rows_are_sound(tmp_path):
    mendable = {"duplicate_tests", "limits_tight", "limits_loose", "comparison_too_strict"}
    rows, truth = planted_faults.planted(len(mendable), len(mendable), seed=5, kinds=mendable)
    planted_faults.write(tmp_path / "rows.jsonl", rows)
    audit(tmp_path / "rows.jsonl", "--out", tmp_path / "out", "--mutants", 0, check=1)
    assert [row["verdict"] for row in findings(tmp_path / "out")] == ["mend"] * len(rows)
    mended = tmp_path / "out" / "mended.jsonl"
    assert {row["id"] for row in lines(mended)} == set(truth)
    audit(mended, "--out", tmp_path / "again", "--mutants", 0, check=0)
    assert [row["verdict"] for row in findings(tmp_path / "again")] == ["keep"] * len(rows)


@needs_boxes
def test_killed_at_any_moment_it_goes_on_and_ends_the_same(tmp_path):
    rows, _ = planted_faults.planted(24, 12, seed=3, kinds=planted_faults.STEADY)
    planted_faults.write(tmp_path / "rows.jsonl", rows)
    arguments = [tmp_path / "rows.jsonl", "--mutants", 5, "--parallel", 2]
    audit(*arguments, "--out", tmp_path / "whole", check=1)
    moments = random.Random(11)
    out, kills = tmp_path / "killed", 0
    for wanted in (0, 1, 3, 4, 7, 9, 12, 15, 19, 22):
        process = subprocess.Popen([harness.binary(), "audit", *map(str, arguments), "--out", str(out)],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        record = out / "audited.jsonl"
        deadline = time.monotonic() + TIMEOUT_S
        while process.poll() is None and time.monotonic() < deadline:
            if record.exists() and record.read_bytes().count(b"\n") >= wanted:
                time.sleep(moments.random() * 0.2)  # anywhere in what a problem takes
                os.kill(process.pid, signal.SIGKILL)
                kills += 1
                break
            time.sleep(0.002)
        process.wait(timeout=TIMEOUT_S)
        # Killed between its last file and its end, it has told all: in part, never.
        assert not (out / "findings.jsonl").exists() or without_times(out) == without_times(tmp_path / "whole")
    assert kills >= 5
    audit(*arguments, "--out", out, check=1)
    assert without_times(out) == without_times(tmp_path / "whole")
    assert (out / "mended.jsonl").read_bytes() == (tmp_path / "whole" / "mended.jsonl").read_bytes()
    # Nothing is left to do: it needs no judge to say it all again.
    audit(*arguments, "--out", out, check=1)


def test_a_server_judges_as_this_machine_does(server, tmp_path):
    rows, truth = planted_faults.planted(6, 3, seed=8, kinds=planted_faults.STEADY)
    planted_faults.write(tmp_path / "rows.jsonl", rows)
    audit(tmp_path / "rows.jsonl", "--out", tmp_path / "out", "--mutants", 2, "--url",
          f"http://127.0.0.1:{server.port}", check=1)
    scored = planted_faults.score(findings(tmp_path / "out"), truth)
    assert not scored.missed and not scored.alarms, str(scored.missed + scored.alarms)


@needs_boxes
def test_public_rows_bring_their_references(tmp_path):
    rows = [
        {"task_id": "HumanEval/0", "entry_point": "add", "prompt": "def add(a, b):\n",
         "canonical_solution": "    return a + b\n",
         "test": "def check(candidate):\n    assert candidate(1, 2) == 3\n    assert candidate(4, 4) == 8\n"},
        {"task_id": 2, "text": "Add.", "code": "def add(a, b): return a + b", "test_setup_code": "",
         "test_list": ["assert add(1, 2) == 3", "assert add(4, 4) == 9"]},
        {"question": "What is 1 + 1?", "answer": "2"},
        {"nothing": "of use"},
    ]
    planted_faults.write(tmp_path / "rows.jsonl", rows)
    done = audit(tmp_path / "rows.jsonl", "--out", tmp_path / "out", "--mutants", 0, check=1)
    assert [(row["id"], row["verdict"]) for row in findings(tmp_path / "out")] == [
        ("HumanEval/0", "keep"), ("2", "drop"), ("row 3", "math"), ("row 4", "refused")]
    assert "row 4: the row has the columns of none of the formats" in done.stdout


def package(root, tests=("1 2\n", "5 5\n")):
    """A problem package that adds two numbers, with a validator of inputs."""
    files = {"problem.yaml": "name: Sum\n", ".timelimit": "2\n",
             "submissions/accepted/a.py": "print(sum(map(int, input().split())))\n",
             "submissions/wrong_answer/w.py": "print(3)\n",
             "input_validators/v.py": "a, b = map(int, input().split())\nassert max(a, b) <= 10\nraise SystemExit(42)\n"}
    for number, text in enumerate(tests):
        files[f"data/secret/{number}.in"] = text
        files[f"data/secret/{number}.ans"] = f"{sum(map(int, text.split()))}\n"
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


@needs_boxes
def test_packages_are_audited_with_their_submissions_and_validators(tmp_path):
    sound, outside = package(tmp_path / "sum"), package(tmp_path / "far", ("1 2\n", "5 5\n", "70 1\n"))
    (tmp_path / "talks").mkdir()
    (tmp_path / "talks" / "problem.yaml").write_text("name: Talks\nvalidation: custom interactive\n")
    audit(sound, outside, tmp_path / "talks", "--out", tmp_path / "out", "--mutants", 0, check=1)
    rows = findings(tmp_path / "out")
    assert [(row["id"], row["verdict"], row["correct_passed"], row["wrong_passed"]) for row in rows] == [
        ("sum", "keep", 1, 0), ("far", "mend", 1, 0), ("talks", "refused", 0, 0)]
    finding, = rows[1]["findings"]
    assert finding["kind"] == "outside_constraints" and finding["tests"] == ["secret/2"] and finding["mended"]
    mended, = lines(tmp_path / "out" / "mended.jsonl")
    assert [test["id"] for test in mended["problem"]["tests"]] == ["secret/0", "secret/1"]
    # Another test in the package is another audit.
    package(sound, ("1 1\n",))
    done = audit(sound, outside, tmp_path / "talks", "--out", tmp_path / "out", "--mutants", 0, check=2)
    assert "is the folder of another audit" in done.stderr


@needs_boxes
def test_rows_with_lists_of_accepted_and_wrong_and_files(tmp_path):
    row = {"id": "p", "tests": [{"input": "1\n", "expected": "7\n"}, {"input": "2\n", "expected": "8\n"}],
           "accepted": [{"language": "python", "code": "print(int(input()) + int(open('six').read()))", "files": {"six": "6"}},
                        {"outputs": ["7\n", "8\n"]}],
           "wrong": [{"language": "cpp", "code": "#include <cstdio>\nint main() { std::printf(\"%d\", ANSWER); }",
                      "compile_flags": ["-DANSWER=7"]}]}
    planted_faults.write(tmp_path / "rows.jsonl", [row])
    audit(tmp_path / "rows.jsonl", "--out", tmp_path / "out", "--mutants", 0, check=0)
    found, = findings(tmp_path / "out")
    assert (found["correct"], found["correct_passed"], found["wrong"], found["wrong_passed"]) == (1, 1, 1, 0)
    assert [(each["kind"], each["solutions"]) for each in found["findings"]] == [("not_run", ["accepted[1]"])]


@needs_boxes
def test_a_validator_of_testlibs_finds_its_header(tmp_path):
    source = ("#include \"testlib.h\"\nint main(int argc, char* argv[]) {\n  registerValidation(argc, argv);\n"
              "  inf.readInt(1, 9);\n  inf.readEoln();\n  inf.readEof();\n}\n")
    row = {"id": "p", "validator": source, "language": "python",
           "tests": [{"input": f"{n}\n", "expected": f"{n + 1}\n"} for n in (1, 2, 3, 10)],
           "accepted": [{"code": "print(int(input()) + 1)"}]}
    planted_faults.write(tmp_path / "rows.jsonl", [row])
    audit(tmp_path / "rows.jsonl", "--out", tmp_path / "out", "--mutants", 0, check=1)
    found, = findings(tmp_path / "out")[0]["findings"]
    assert found["kind"] == "outside_constraints" and found["tests"] == ["3"] and found["mended"]


@needs_boxes
def test_the_example_of_the_page_comes_out_as_it_says(tmp_path):
    page = (harness.REPOSITORY / "docs" / "audit.md").read_text(encoding="utf-8")
    example, shown = page.split("```json\n", 1)[1].split("```", 1)[0], page.split("```\n4 problems", 1)[1].split("```")[0]
    rows, at = [], 0
    while at < len(example.rstrip()):
        row, at = json.JSONDecoder().raw_decode(example, at)
        rows.append(row)
        at += len(example[at:]) - len(example[at:].lstrip())
    planted_faults.write(tmp_path / "problems.jsonl", rows)
    done = audit(tmp_path / "problems.jsonl", "--out", tmp_path / "audit", check=1)
    assert done.stdout == "4 problems" + shown
    assert [(row["id"], row["verdict"]) for row in findings(tmp_path / "audit")] == [
        ("sum", "keep"), ("twice", "mend"), ("square", "mend"), ("half", "drop")]


@pytest.mark.parametrize("arguments, words", [
    (["--out", "out"], "name a file of rows"),
    (["rows.jsonl"], "--out: name the folder"),
    (["rows.jsonl", "--out", "out", "--format", "unheard"], "--format: there is no format 'unheard'"),
    (["rows.jsonl", "--out", "out", "--repeats", "0"], "--repeats: must be from 1 to 100"),
    (["missing.jsonl", "--out", "out"], "missing.jsonl"),
])
def test_wrong_usage_says_what_to_do(tmp_path, arguments, words):
    (tmp_path / "rows.jsonl").write_text("{}\n")
    done = subprocess.run([harness.binary(), "audit", *arguments], cwd=tmp_path, capture_output=True, text=True,
                          timeout=TIMEOUT_S)
    assert done.returncode == 2 and words in done.stderr, done.stderr


@needs_boxes
def test_what_the_judge_refuses_needs_no_solution_to_be_found(tmp_path):
    sound = {"tests": [{"input": "1\n", "expected": "1\n"}]}
    problems = {"nothing": {}, "no_tests": {"tests": []},
                "mode": {"mode": "nonsense", "tests": [{"input": "1"}]}, "sound": sound,
                "function": json.loads((harness.REPOSITORY / "examples" / "longest-rise" / "problem.json").read_text())}
    rows = tmp_path / "rows.jsonl"
    rows.write_text("".join(json.dumps({"id": name, "problem": problem}) + "\n"
                            for name, problem in problems.items()))
    audit(rows, "--out", tmp_path / "out")
    refused = {row["id"] for row in findings(tmp_path / "out")
               if any(finding["kind"] == "problem_refused" for finding in row["findings"])}
    assert refused == {"nothing", "no_tests", "mode"}


def test_a_folder_is_that_of_one_audit(tmp_path):
    (tmp_path / "rows.jsonl").write_text('{"question": "1 + 1?", "answer": "2"}\n')
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "manifest.json").write_text("{}\n")
    done = audit(tmp_path / "rows.jsonl", "--out", tmp_path / "out", check=2)
    assert "is the folder of another audit" in done.stderr
