"""Data without a row, or that isn't there, is wrong usage: nothing was done, and a pipeline must see it."""

import json
import subprocess

import pytest

from harness import server as harness

RUBRIC = json.dumps({"functions": [{"name": "short", "kind": "length", "max_chars": 5}]})
SUBMISSION = {"language": "python", "code": "print(2)", "problem": {"tests": [{"input": "1\n", "expected": "2\n"}]}}
COMMANDS = [["convert"], ["logic", "solve"], ["logic", "judge"], ["score", "--rubric", "rubric.yaml"],
            ["checker", "classify"], ["checker", "prove"], ["checker", "synth", "--out", "out"],
            ["audit", "--out", "out"], ["tests", "grow", "--out", "out"],
            ["curate", "--recipe", "recipe.yaml", "--out", "out"]]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "rubric.yaml").write_text(RUBRIC)
    (tmp_path / "recipe.yaml").write_text("steps:\n- brief\n")
    (tmp_path / "decontaminate.yaml").write_text("steps:\n- decontaminate\n")
    (tmp_path / "rows.jsonl").write_text(json.dumps({"text": "a row of some words"}) + "\n")
    (tmp_path / "empty.jsonl").write_text("")
    (tmp_path / "blank.jsonl").write_text("\n\n")
    return tmp_path


def assay(folder, *arguments, stdin=None):
    return subprocess.run([harness.binary(), *map(str, arguments)], capture_output=True, text=True, timeout=120,
                          cwd=folder, input=stdin)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("file", ["empty.jsonl", "blank.jsonl"])
def test_no_rows(folder, command, file):
    done = assay(folder, *command, file)
    assert done.returncode == 2, done
    assert f"{file} holds no rows" in done.stderr


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_file(folder, command):
    done = assay(folder, *command, "missing.jsonl")
    assert done.returncode == 2, done
    assert "missing.jsonl cannot be read" in done.stderr


def test_no_rubric(folder):
    done = assay(folder, "score", "--rubric", "missing.yaml", "rows.jsonl")
    assert done.returncode == 2, done
    assert "missing.yaml cannot be read: No such file or directory" in done.stderr


def test_a_benchmark_without_rows_decontaminates_nothing(folder):
    done = assay(folder, "curate", "--recipe", "decontaminate.yaml", "--benchmark", "empty.jsonl", "--out", "out", "rows.jsonl")
    assert done.returncode == 2, done
    assert "decontaminate.benchmarks: empty.jsonl holds no rows" in done.stderr


@pytest.mark.parametrize("text, said", [("", "holds no submissions"), ("\n", "holds no submissions"),
                                        (json.dumps([SUBMISSION], indent=1), "is a JSON array")])
def test_a_batch_without_submissions(folder, text, said):
    done = assay(folder, "run", "--batch", "-", stdin=text)
    assert done.returncode == 2, done
    assert said in done.stderr


def test_a_line_without_an_id_is_called_by_its_number(folder):
    done = assay(folder, "run", "--batch", "-", "--json", stdin="\n" + json.dumps(SUBMISSION) + "\n")
    assert done.returncode == 0, done
    assert json.loads(done.stdout)["id"] == "line 2"


def test_a_byte_order_mark_of_what_is_expected_is_not_expected(folder):
    (folder / "a.py").write_text("print(2)\n")
    (folder / "expected").write_text("\ufeff2\n", encoding="utf-8")
    done = assay(folder, "run", "a.py", "--expect", "expected")
    assert done.returncode == 0, done


def test_the_version_is_an_option_too(folder):
    done = assay(folder, "--version")
    assert done.returncode == 0, done
    assert done.stdout.split()[0] == "assay" and done.stdout.split()[1] in assay(folder, "version").stdout
