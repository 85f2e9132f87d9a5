"""An environment as a benchmark, how hard its tasks are by that run, and an environment of those in between."""

import json
import subprocess

import pytest

from harness import server as harness
from harness.scripted_endpoint import ScriptedEndpoint

# Which of four samples are right, by a part of the prompt.
RIGHT = {"17 + 25": ("\\boxed{42}", {0, 1, 2, 3}), "12 times 11": ("\\boxed{132}", {1, 3}), "3x - 7": ("\\boxed{6}", {0})}
SAMPLES = 4


def assay(*words, code=0):
    done = subprocess.run([harness.binary(), *map(str, words)], capture_output=True, text=True, timeout=300)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout if code == 0 else done.stderr


class Answers:
    """What the endpoint says: each prompt's samples in their order."""

    def __init__(self):
        self.asked = {}

    def __call__(self, prompt, _):
        sample = self.asked[prompt] = self.asked.get(prompt, -1) + 1
        for part, (text, right) in RIGHT.items():
            if part in prompt:
                return text if sample in right else "\\boxed{0}"
        return "I don't know."


@pytest.fixture
def sums(tmp_path):
    assay("env", "new", "sums", "--kind", "math", "--folder", tmp_path / "sums")
    return tmp_path / "sums"


def rates(path):
    return {row["id"]: row for row in map(json.loads, path.read_text().splitlines())}


def test_an_environment_is_evaluated_and_its_middle_selected(server, sums, tmp_path):
    run = tmp_path / "run"
    with ScriptedEndpoint(Answers(), plain=True) as endpoint:
        assay("eval", "run", "--env", sums, "--out", run, "--endpoint", endpoint.url, "--model", endpoint.model,
              "--samples", SAMPLES, "--max-in-flight", 1, "--url", f"http://127.0.0.1:{server.port}")
    report = json.loads((run / "report.json").read_text())
    estimate = report["profiles"]["assay"]["headline"]["estimate"]
    assert abs(estimate["value"] - (4 + 2 + 1) / (6 * SAMPLES)) < 1e-9
    said = assay("env", "difficulty", run)
    assert said.startswith("6 tasks: 3 never solved, 1 always, 0 without a verdict\n")
    found = rates(run / "difficulty.jsonl")
    assert {name: row["passes"] for name, row in found.items()} == {
        "sum-1": 4, "product-1": 2, "linear-1": 1, "fraction-1": 0, "quadratic-1": 0, "pair-1": 0}
    middle = found["product-1"]
    assert (middle["samples"], middle["rate"]) == (4, 0.5) and middle["low"] < 0.5 < middle["high"]
    kept = assay("env", "select", sums, run / "difficulty.jsonl", "--min-rate", 0.1, "--max-rate", 0.9, "--out",
                 tmp_path / "middle")
    assert kept.startswith("2 tasks kept; left out: 3 too hard, 1 too easy, 0 unknown\n")
    assert "no faults" in assay("env", "check", tmp_path / "middle")
    shown = assay("env", "show", tmp_path / "middle", "--rows", "tasks").splitlines()
    assert [json.loads(row)["id"] for row in shown] == ["product-1", "linear-1"]


def test_a_pack_is_evaluated_from_given_answers(server, sums, tmp_path):
    rows = [json.loads(line) for line in (sums / "tasks.jsonl").read_text().splitlines()]
    (sums / "held.jsonl").write_text(json.dumps({**rows[0], "id": "held", "reference": "\\boxed{42}"}) + "\n")
    manifest = (sums / "environment.yaml").read_text()
    (sums / "environment.yaml").write_text(manifest + "evaluation:\n  file: held.jsonl\n  sha256: 0\n")
    assay("env", "check", sums, "--write-hashes")
    assay("env", "pack", sums, "--out", tmp_path / "packs")
    (pack,) = (tmp_path / "packs").glob("*.tar.zst")
    answers = tmp_path / "answers.jsonl"
    answers.write_text(json.dumps({"task_id": "held", "solution": "\\boxed{42}"}) + "\n")
    at = ["--url", f"http://127.0.0.1:{server.port}"]
    assay("eval", "run", "--env", pack, "--generations", answers, "--out", tmp_path / "run", *at)
    report = json.loads((tmp_path / "run" / "report.json").read_text())
    assert report["profiles"]["assay"]["headline"]["estimate"]["value"] == 1.0
    assert "1 tasks: 0 never" in assay("env", "difficulty", tmp_path / "run")


def test_what_cannot_be_meant_is_refused(sums, tmp_path):
    run = ["--generations", tmp_path / "none", "--out", tmp_path / "run"]
    assert "--env" in assay("eval", "run", "environment", *run, code=2)
    assert "stands in place" in assay("eval", "run", "humaneval", "--env", sums, *run, code=2)
    assert "data of its own" in assay("eval", "run", "--env", sums, "--data", sums, *run, code=2)
    assert "is required" in assay("eval", "run", *run, code=2)
    assert "--rows" in assay("eval", "run", "humaneval", "--data", sums, "--rows", "tasks", *run, code=2)
    manifest = (sums / "environment.yaml").read_text()
    (sums / "environment.yaml").write_text(manifest.replace("turns: 1", "turns: 3"))
    assert "`assay env run`" in assay("eval", "run", "--env", sums, *run, code=2)
    assert "--out" in assay("env", "difficulty", sums / "tasks.jsonl", code=2)
    assert "difficulty" in assay("env", "select", sums, sums / "tasks.jsonl", "--out", tmp_path / "x", code=2)
