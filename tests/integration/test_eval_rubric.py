"""Rows of one's own, evaluated by the reward functions that a trainer uses: puzzles of every kind, asked and judged."""

import json
import subprocess

from harness import server as harness
from harness.scripted_endpoint import ScriptedEndpoint

KINDS = 29


def command(*words):
    done = subprocess.run([harness.binary(), *map(str, words)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def test_puzzles_are_asked_and_judged_by_a_rubric(server, tmp_path):
    data, solved, folder = tmp_path / "puzzles.jsonl", tmp_path / "solved.jsonl", tmp_path / "run"
    command("logic", "make", "--count", "1", "--difficulty", "1", "--out", data)
    command("logic", "solve", data, "--out", solved)
    responses = {row["prompt"]: row["response"] for row in map(json.loads, solved.read_text().splitlines())}
    (tmp_path / "rubric.yaml").write_text("functions:\n- kind: logic\n- {kind: length, shape: linear, weight: 0,\n"
                                          "   free_characters: 1, most_characters: 100}\n")
    unsolved = [prompt for number, prompt in enumerate(responses) if number % 3 == 0]
    with ScriptedEndpoint(lambda prompt, _: "I can't." if prompt in unsolved else responses[prompt],
                          plain=True) as endpoint:
        command("eval", "run", "rubric", "--data", data, "--rubric", tmp_path / "rubric.yaml", "--out", folder,
                "--endpoint", endpoint.url, "--model", endpoint.model, "--url", f"http://127.0.0.1:{server.port}")
    report = json.loads((folder / "report.json").read_text())
    assert list(report["profiles"]) == ["assay"]
    solved_share = (KINDS - len(unsolved)) / KINDS
    assert abs(report["profiles"]["assay"]["headline"]["estimate"]["value"] - solved_share) < 1e-9
    verdicts = [json.loads(line) for line in (folder / "verdicts.jsonl").read_text().splitlines()]
    assert {verdict["state"] for verdict in verdicts} == {"passed", "failed"}
    assert all(set(dict(verdict["parts"])) == {"logic", "length"} for verdict in verdicts)
