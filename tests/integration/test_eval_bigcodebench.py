"""BigCodeBench on rows made here (eval/bigcodebench_rows.py), and on the few of its own that SandboxFusion's samples
have: what the rules of its harness say of programs, what ours do, and what happens to problems whose libraries
aren't there.
"""

import json
import pathlib
import subprocess
import sys

import pytest

from harness import datasets
from harness import server as harness

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "eval"))
import bigcodebench_rows as made  # noqa: E402

SAMPLES = "sandboxfusion_samples/samples"


@pytest.fixture
def evaluate(server, tmp_path):
    """evaluate(verb, benchmark, rows, *options): the ended process, judged by the session's server."""
    def run(verb, benchmark, rows, *options, own=False):
        data = tmp_path / "rows.jsonl"
        data.write_text(made.jsonl(rows))
        judge = [] if own else ["--url", f"http://127.0.0.1:{server.port}"]
        return subprocess.run([str(word) for word in (harness.binary(), "eval", verb, benchmark, "--data", data,
                                                      *judge, *options)],
                              capture_output=True, text=True, timeout=600)

    return run


def states(folder, profile):
    report = json.loads((folder / "report.json").read_text())
    return {item["item"]: item[profile]["states"] for item in report["items"]}


def answers(path, rows):
    path.write_text("".join(json.dumps(each) + "\n" for each in rows))
    return path


@pytest.mark.parametrize("benchmark", ["bigcodebench-complete", "bigcodebench-hard-instruct"])
def test_solutions_pass_and_their_twins_fail(evaluate, benchmark):
    done = evaluate("self-check", benchmark, made.ROWS, "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    said = json.loads(done.stdout)
    assert said["agreed"] == said["judged"] == 4 * len(made.ROWS)  # two programs, two profiles


def test_a_problem_whose_library_is_missing_is_left_out_and_named(evaluate, tmp_path):
    rows = [*made.ROWS[:2], made.LACKS]
    given = answers(tmp_path / "given.jsonl",
                    [{"task_id": each["task_id"], "solution": each["complete_prompt"] + each["canonical_solution"]}
                     for each in rows])
    folder = tmp_path / "run"
    done = evaluate("run", "bigcodebench-complete", rows, "--generations", given, "--out", folder)
    assert done.returncode == 0, done.stdout + done.stderr
    for text in (done.stderr, " ".join(done.stdout.split()), (folder / "report.html").read_text()):
        assert "1 item is left out and in no score: 1 for module assay_made_up_library" in text
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["items"] == 2
    assert manifest["left_out"]["items"] == 1
    assert "--python" in manifest["left_out"]["reasons"][0]["why"]
    assert manifest["toolchains"].keys() == {"python"}
    for profile in ("official", "assay"):
        assert states(folder, profile) == {"BigCodeBench/0": "P", "BigCodeBench/1": "P"}


def test_an_environment_that_has_it_is_used(evaluate, place):
    environment = place / "environment"
    subprocess.run(["/usr/bin/python3", "-m", "venv", "--without-pip", environment], check=True, timeout=300)
    packages, = environment.glob("lib/python3*/site-packages")
    (packages / "assay_made_up_library.py").write_text("def word():\n    return 'made up'\n")
    done = evaluate("self-check", "bigcodebench-complete", [made.LACKS], "--python",
                    environment / "bin" / "python3", "--json", own=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)["agreed"] == 4
    refused = evaluate("self-check", "bigcodebench-complete", [made.LACKS], "--python", environment / "bin" / "python3")
    assert refused.returncode == 2 and "--python" in refused.stderr
    nothing = evaluate("self-check", "bigcodebench-complete", [made.LACKS])
    assert nothing.returncode == 3 and "nothing is left to ask" in nothing.stderr


# Of row 0, whose function gives the most frequent words: what each answer is worth (official, assay).
RIGHT = made.ROWS[0]["code_prompt"] + made.ROWS[0]["canonical_solution"]
WITHOUT_IMPORTS = "def task_func(text, most=2):\n" + made.ROWS[0]["canonical_solution"]
CASES = {
    "a block among words": (f"Sure!\n```python\n{RIGHT}\n```\nIt counts.", "PP"),
    "the prompt's imports needn't be repeated": (f"```python\n{WITHOUT_IMPORTS}\n```", "PP"),
    "an example call behind it is cut": (f"```python\n{RIGHT}\nprint(task_func('a'))\n```", "PP"),
    "wrong": (f"```python\n{RIGHT.replace('most_common(most)', 'most_common(1)')}\n```", "FF"),
    "leaves": ("```python\nimport os\ndef task_func(*a):\n    os._exit(0)\n```", "FF"),
    "leaves at once": ("```python\nimport os\nos._exit(0)\n```", "FF"),
    "no program": ("I can't.", "FF"),
    "ends the process": ("```python\ndef task_func(*a):\n    raise SystemExit(0)\n```", "FF"),
    "no block": (RIGHT, "PP"),
    "the longer of two blocks is theirs, the last is ours":
        ("```python\ndef task_func(text, most=2):\n" + "    text = text\n" * 9
         + f"    return []\n```\nOr:\n```python\n{RIGHT}\n```", "FP"),
    "exit is gone by their rules": (f"```python\n{RIGHT.replace('    counts', '    assert exit; counts')}\n```", "FP"),
}


def test_answers_are_read_and_judged_by_both_rules(evaluate, tmp_path):
    given = answers(tmp_path / "given.jsonl", [{"task_id": "BigCodeBench/0", "content": content}
                                               for content, _ in CASES.values()])
    folder = tmp_path / "run"
    done = evaluate("run", "bigcodebench-instruct", made.ROWS[:1], "--generations", given, "--out", folder)
    assert done.returncode == 0, done.stdout + done.stderr
    official, assay = (states(folder, profile)["BigCodeBench/0"] for profile in ("official", "assay"))
    assert {name: a + b for name, a, b in zip(CASES, official, assay)} == {name: want for name, (_, want) in CASES.items()}


def test_a_class_without_a_test_passes_by_their_rules_alone(evaluate, tmp_path):
    row = {**made.ROWS[0], "test": "import unittest\nclass TestCases(unittest.TestCase):\n    pass\n"}
    given = answers(tmp_path / "given.jsonl", [{"task_id": row["task_id"], "solution": RIGHT}])
    folder = tmp_path / "run"
    done = evaluate("run", "bigcodebench-complete", [row], "--generations", given, "--out", folder, "--no-self-check")
    assert done.returncode == 0, done.stdout + done.stderr
    assert (states(folder, "official"), states(folder, "assay")) == ({row["task_id"]: "P"}, {row["task_id"]: "F"})


def test_rows_of_the_data_set_itself(evaluate):
    try:
        rows = [row for row in datasets.rows(SAMPLES) if row["dataset"] == "bigcodebench"]
    except FileNotFoundError as error:
        pytest.skip(f"no sample rows: {error}")
    done = evaluate("self-check", "bigcodebench-complete", rows, "--json")
    said = json.loads(done.stdout)
    assert not said["misses"] and not said["errored"], done.stdout
    assert said["agreed"] >= 8  # two problems of the standard library at least
    assert "module pandas" in done.stderr or said["agreed"] > 12
