"""What a command writes is never what it reads, and a command that fails leaves what was there."""

import json
import subprocess

import pytest

from harness import server as harness

PROBLEM = {"id": "p", "problem": {"tests": [{"input": "1\n", "expected": "2\n"}]}}
APPS = {"problem_id": 7, "question": "q", "input_output": json.dumps({"inputs": ["1\n"], "outputs": ["2\n"]})}
RUBRIC = json.dumps({"functions": [{"name": "short", "kind": "length", "max_chars": 5}]})
BEFORE = "what was there\n"


def assay(*arguments, cwd=None):
    return subprocess.run([harness.binary(), *map(str, arguments)], capture_output=True, text=True, timeout=120,
                          cwd=cwd)


def puzzles():
    return assay("logic", "make", "--kind", "sudoku", "--difficulty", 1, "--count", 1).stdout


def rows_for(command):
    return puzzles() if command[0] == "logic" else json.dumps({**APPS, **PROBLEM, "response": "x"}) + "\n"


ROW_COMMANDS = [["convert"], ["logic", "solve"], ["logic", "judge"], ["score", "--rubric", "rubric.yaml"],
                ["checker", "classify"], ["checker", "prove"]]


@pytest.mark.parametrize("command", ROW_COMMANDS, ids=" ".join)
def test_rows_are_not_written_over_those_that_are_read(tmp_path, command):
    (tmp_path / "rubric.yaml").write_text(RUBRIC)
    rows = tmp_path / "rows.jsonl"
    rows.write_text(rows_for(command))
    before = rows.read_text()
    (tmp_path / "link").symlink_to("rows.jsonl")
    for named, out in (("rows.jsonl", "rows.jsonl"), ("rows.jsonl", "link"), (".", "rows.jsonl")):
        done = assay(*command, named, "--out", out, cwd=tmp_path)
        assert done.returncode == 2, done
        assert "--out: " in done.stderr and "would be overwritten" in done.stderr
        assert rows.read_text() == before


@pytest.mark.parametrize("command", ROW_COMMANDS, ids=" ".join)
def test_a_failure_leaves_what_was_there(tmp_path, command):
    (tmp_path / "rubric.yaml").write_text(RUBRIC)
    (tmp_path / "rows.jsonl").write_text(rows_for(command) + "torn\n")
    out = tmp_path / "out.jsonl"
    out.write_text(BEFORE)
    done = assay(*command, "rows.jsonl", "--out", out, cwd=tmp_path)
    assert done.returncode != 0
    assert out.read_text() == BEFORE
    partial = tmp_path / "out.jsonl.partial"
    assert partial.exists() == (str(partial) in done.stderr)
