"""What a command writes is never what it reads, and a command that fails leaves what was there."""

import json
import signal
import subprocess

import pytest

from harness import server as harness

PROBLEM = {"id": "p", "problem": {"tests": [{"input": "1\n", "expected": "2\n"}]}}
APPS = {"problem_id": 7, "question": "q", "input_output": json.dumps({"inputs": ["1\n"], "outputs": ["2\n"]})}
RUBRIC = json.dumps({"functions": [{"name": "short", "kind": "length", "max_chars": 5}]})
RECIPE = "steps:\n- brief\n"
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


def unchanged(folder, before):
    return {name: (folder / name).read_text() for name in before} == before


@pytest.mark.parametrize("command", [
    ["tests", "grow", "problems.jsonl"], ["tests", "grow", "mutants.jsonl"], ["audit", "audited.jsonl"],
    ["audit", "findings.jsonl"], ["checker", "synth", "outcomes.jsonl"], ["checker", "synth", "checkers.jsonl"],
    ["curate", "dropped.jsonl", "--recipe", "../recipe.yaml"], ["curate", "rows.jsonl", "--recipe", "./recipe.yaml"],
], ids=" ".join)
def test_a_folder_with_an_input_in_a_files_place_is_refused(tmp_path, command):
    rows = next(word for word in command if word.endswith(".jsonl"))
    before = {"recipe.yaml": RECIPE} if "./recipe.yaml" in command else {}
    before[rows] = rows_for(command[:1])
    folder = tmp_path / "folder"
    folder.mkdir()
    (tmp_path / "recipe.yaml").write_text(RECIPE)
    for name, text in before.items():
        (folder / name).write_text(text)
    done = assay(*command, "--out", ".", cwd=folder)
    assert done.returncode == 2, done
    assert "would be overwritten" in done.stderr or "take another folder" in done.stderr, done.stderr
    assert unchanged(folder, before)


@pytest.mark.parametrize("option", ["--svg", "--html"])
def test_a_picture_is_not_drawn_over_the_metrics(tmp_path, option):
    metrics = assay("fit", "simulate", "--A", 0.6, "--B", 2, "--c-mid", 2000, "--r0", 0.3, "--to", 9000, "--every", 150)
    columns = ["--x", "compute", "--y", "reward", "--r0", 0.3]
    before = {"a.csv": metrics.stdout, "b.csv": metrics.stdout}
    for name, text in before.items():
        (tmp_path / name).write_text(text)
    for command in (["fit", "a.csv"], ["fit", "a.csv", "--follow"], ["fit", "compare", "b.csv", "a.csv"]):
        done = assay(*command, *columns, option, "./a.csv", cwd=tmp_path)
        assert done.returncode == 2, done
        assert f"{option}: ./a.csv is read, too" in done.stderr
        assert unchanged(tmp_path, before)


def test_a_bundle_is_not_written_over_what_is_judged(tmp_path):
    before = {"batch.jsonl": json.dumps({"language": "python", "code": "print(2)", **PROBLEM}) + "\n",
              "source.py": "print(2)\n", "expected": "2\n", "checker.py": "print(1)\n"}
    for name, text in before.items():
        (tmp_path / name).write_text(text)
    for command, bundle in ((["--batch", "batch.jsonl"], "batch.jsonl"), (["source.py"], "source.py"),
                            (["source.py", "--expect", "expected"], "expected"),
                            (["source.py", "--checker", "checker.py"], "checker.py")):
        done = assay("run", *command, "--bundle", bundle, cwd=tmp_path)
        assert done.returncode == 2, done
        assert f"--bundle: {bundle} is read, too" in done.stderr
        assert unchanged(tmp_path, before)


@pytest.mark.parametrize("command", [["--batch", "batch.jsonl"], ["right.py"]], ids=" ".join)
def test_bundles_take_their_files_place_when_all_are_there(tmp_path, command):
    (tmp_path / "right.py").write_text("print(2)\n")
    (tmp_path / "batch.jsonl").write_text(json.dumps({"language": "python", "code": "print(2)", **PROBLEM}) + "\n")
    bundles = tmp_path / "bundles"
    bundles.write_text(BEFORE)
    # No server, then one's bundle.
    done = assay("run", *command, "--bundle", "bundles", "--url", "http://127.0.0.1:1", cwd=tmp_path)
    assert done.returncode == 3, done
    assert bundles.read_text() == BEFORE
    done = assay("run", *command, "--bundle", "bundles", cwd=tmp_path)
    assert done.returncode == 0, done
    assert json.loads(bundles.read_text())["format"] == "assay-bundle-1"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["batch.jsonl", "bundles", "right.py"]


def test_an_interrupted_batch_keeps_the_bundles_beside_their_file(tmp_path):
    def line(code):
        return json.dumps({"language": "python", "code": code, **PROBLEM})
    # One ends at once; the others would keep the command for their ten seconds each.
    (tmp_path / "batch.jsonl").write_text("\n".join([line("print(2)")] + [line("while 1: pass")] * 8))
    bundles = tmp_path / "bundles"
    bundles.write_text(BEFORE)
    running = subprocess.Popen([harness.binary(), "run", "--batch", "batch.jsonl", "--json", "--parallel", "1",
                                "--bundle", bundles], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    assert json.loads(running.stdout.readline())["verdict"] == "AC"
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=60)
    assert running.returncode == 130
    assert f"the rows so far are in {bundles}.partial" in errors
    assert bundles.read_text() == BEFORE
    assert json.loads((tmp_path / "bundles.partial").read_text())["format"] == "assay-bundle-1"


def test_difficulty_is_not_written_over_the_samples(tmp_path):
    rows = json.dumps({"task": "a", "reward": 1}) + "\n"
    (tmp_path / "samples.jsonl").write_text(rows)
    done = assay("env", "difficulty", "samples.jsonl", "--out", "samples.jsonl", cwd=tmp_path)
    assert done.returncode == 2 and "--out: samples.jsonl is read, too" in done.stderr, done
    assert (tmp_path / "samples.jsonl").read_text() == rows
