"""A small transformer that learns from the verdicts of a real server, through the real orchestrator, curriculum and
losses: `make demo-rl` in short. How much is learned in 30 steps varies with the seed and the order in which rollouts
come; the bound is far from that."""

import json
import subprocess

import pytest

from harness import server as harness

PATIENCE_S = 900  # against hangs only


@pytest.fixture
def learn():
    program = harness.binary().parent / "assay-learn"
    if not program.exists():
        pytest.skip(f"{program} isn't built: only a build of all targets has it")
    return program


def rows(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_model_learns_from_verdicts(server, learn, tmp_path):
    folder = tmp_path / "run"
    done = subprocess.run(
        [learn, "--url", f"http://127.0.0.1:{server.port}", "--folder", folder, "--imitation-steps", "500", "--steps", "30",
         "--examine-every", "10"],
        capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["tasks"] == 2000
    assert said["first"] < 0.35, done.stderr
    assert said["last"] > said["first"] + 0.35, done.stderr
    steps = rows(folder / "steps.jsonl")
    assert [row["step"] for row in steps] == list(range(1, 31))
    assert all(row["rollouts"] == 512 and row["masked"] == 0 for row in steps)
    # What was tried is worked out more often than guessed: answers grew longer.
    assert steps[-1]["length"] > steps[0]["length"]
    assert [row["step"] for row in rows(folder / "examinations.jsonl")] == [0, 10, 20, 30]
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert f"{said['first']:.3f} → {said['last']:.3f}" in page and "entropy" in page and "<script" not in page


def test_wrong_use_is_named(server, learn, tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()

    def refusal(*arguments):
        done = subprocess.run([learn, *arguments], capture_output=True, text=True, timeout=PATIENCE_S)
        assert done.returncode != 0
        return done.stderr

    url = ["--url", f"http://127.0.0.1:{server.port}"]
    assert "--loss" in refusal(*url, "--folder", tmp_path / "a", "--loss", "nothing")
    assert "--url" in refusal("--url", "nowhere", "--folder", tmp_path / "a")
    assert "nobody judges" in refusal("--url", "http://127.0.0.1:9", "--folder", tmp_path / "a")
    assert "empty folder" in refusal(*url, "--folder", tmp_path / "full")
    assert "--first-weights" in refusal(*url, "--folder", tmp_path / "a", "--first-weights", tmp_path / "full")
