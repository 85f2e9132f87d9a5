"""`assay run --package`: problem packages from a folder to a table."""

import json
import subprocess

import pytest

from harness import server as harness

SUM = "print(sum(map(int, input().split())))\n"
BURN = "import time\nwhile time.process_time() < 1.5: pass\n"  # CPU time: load doesn't move it


@pytest.fixture(autouse=True)
def needs_root():
    if reason := harness.why_not():
        pytest.skip(reason)


@pytest.fixture
def package(tmp_path):
    def write(files):
        for path, text in files.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text)
        return tmp_path
    return write


def judge(folder, *options):
    done = subprocess.run([harness.binary(), "run", "--package", folder, "--json", *options],
                          text=True, capture_output=True)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return done, {row["submission"]: row for row in rows}


def cases(*names):
    return {f"data/{name}.{end}": text for name in names
            for end, text in (("in", f"{len(name)} 2\n"), ("ans", f"{len(name) + 2}\n"))}


def test_verdicts_under_the_limit_and_with_extra_time(package):
    folder = package({
        "problem.yaml": "limits: {time_safety_margin: 4}\n", ".timelimit": "1\n",
        **cases("sample/1", "secret/1"),
        "submissions/accepted/sum.py": SUM,
        "submissions/accepted/slow.py": BURN + SUM,
        "submissions/time_limit_exceeded/slow.py": BURN + SUM,
        "submissions/time_limit_exceeded/endless.py": "while True: pass\n",
        "submissions/time_limit_exceeded/fast.py": SUM,
        "submissions/wrong_answer/zero.py": "print(0)\n",
    })
    done, rows = judge(folder)
    assert done.returncode == 1
    got = {path: (row["verdict"], row["verdict_with_extra_time"], row["as_expected"],
                  row["needs_extra_time"]) for path, row in rows.items()}
    assert got == {
        "accepted/sum.py": ("AC", "AC", True, False),
        "accepted/slow.py": ("TLE", "AC", True, True),
        "time_limit_exceeded/slow.py": ("TLE", "AC", True, False),
        "time_limit_exceeded/endless.py": ("TLE", "TLE", True, False),
        "time_limit_exceeded/fast.py": ("AC", "AC", False, False),
        "wrong_answer/zero.py": ("WA", "WA", True, False),
    }
    assert "4 as expected, 1 with extra time, 1 not" in done.stderr
    assert "time limit 1 s (given), with extra time 4 s" in done.stderr
    assert "time_limit_exceeded/fast.py has to be too slow and took" in done.stderr


def test_a_measured_limit_says_what_it_rests_on(package):
    folder = package({
        "problem.yaml": "name: x\n", **cases("secret/1"),
        "submissions/accepted/sum.py": SUM,
        "submissions/accepted/sum.cob": "PROGRAM-ID. SUM.\n",
    })
    done, rows = judge(folder)
    assert done.returncode == 0 and rows["accepted/sum.cob"]["verdict"] is None
    assert "the limit may have to be longer: accepted/sum.cob: no language" in done.stderr
    assert "s (accepted/sum.py with " in done.stderr


def test_a_group_of_a_scoring_package_counts_as_a_whole(package):
    folder = package({
        "problem.yaml": "type: scoring\n", ".timelimit": "1\n",
        **cases("sample/1", "secret/g1/1", "secret/g1/2", "secret/g2/long1", "secret/g2/long2"),
        "submissions/accepted/sum.py": SUM,
        "submissions/partially_accepted/first_group.py":
            "a, b = map(int, input().split())\nprint(a + b if a < 12 else 0)\n",
        "submissions/partially_accepted/sample.py":
            "a, b = map(int, input().split())\nprint(a + b if a < 10 else 0)\n",
    })
    done, rows = judge(folder)
    assert rows["accepted/sum.py"]["score"] == 1
    assert rows["partially_accepted/first_group.py"]["score"] == 0.5
    assert rows["partially_accepted/first_group.py"]["as_expected"]
    assert rows["partially_accepted/sample.py"]["score"] == 0
    assert not rows["partially_accepted/sample.py"]["as_expected"]
    # One of each group and the sample: the second test of a failed group isn't run.
    assert rows["partially_accepted/first_group.py"]["tests_accepted"] == 3


def test_what_takes_too_long_in_all_is_left_unjudged(package):
    folder = package({
        "problem.yaml": "name: x\n", ".timelimit": "60\n", **cases("secret/1"),
        "submissions/time_limit_exceeded/endless.py": "while True: pass\n",
    })
    done, rows = judge(folder, "--package-total-time-s", "1")
    assert done.returncode == 3
    assert rows["time_limit_exceeded/endless.py"]["verdict"] is None
    assert "1 without a word to compare" in done.stderr
