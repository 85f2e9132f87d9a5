"""A run that is killed with -9 at random moments ends in the report of one that nobody disturbed.

The endpoint misbehaves by a script (harness/scripted_endpoint.py): crowds, resets, nulls, thoughts without an
answer, answers cut short, quota, another model than was asked for. ASSAY_EVAL_KILLS: how often a run is killed
(3); `make check-eval-kill` does it for long.
"""

import hashlib
import json
import os
import random
import re
import subprocess
import time

import pytest

from harness import server as harness
from harness.scripted_endpoint import ScriptedEndpoint

KILLS = int(os.environ.get("ASSAY_EVAL_KILLS", "3"))
SAMPLES = max(3, KILLS // 4)
NAMES = ("plus", "minus", "times", "largest", "smallest", "mean", "twice", "half")
PATIENCE_S = 300  # against hangs only


def rows():
    for number, name in enumerate(NAMES):
        yield {"task_id": f"Made/{number}", "prompt": f"def {name}(a, b):\n    \"\"\"Gives {number}.\"\"\"\n",
               "canonical_solution": f"    return {number}\n", "entry_point": name,
               "test": f"def check(candidate):\n    assert candidate(1, 2) == {number}\n"}


def answer(prompt, seed):
    """A program in a fence; for some seeds a wrong one."""
    name = re.search(r"def (\w+)\(", prompt).group(1)
    right = hashlib.sha256(f"{name} {seed}".encode()).digest()[0] % 3 > 0
    value = NAMES.index(name) if right else -1
    return f"Here it is:\n\n```python\ndef {name}(a, b):\n    return {value}\n```\n"


def lines_of(folder):
    count = 0
    for name in ("generations.jsonl", "verdicts.jsonl"):
        try:
            count += (folder / name).read_bytes().count(b"\n")
        except FileNotFoundError:
            pass
    return count


@pytest.fixture
def start(server, tmp_path):
    """start(endpoint, folder): a run, as a process of its own, judged by the server of the session."""
    data = tmp_path / "HumanEval.jsonl"
    data.write_text("".join(json.dumps(row) + "\n" for row in rows()))
    started = []

    def run(endpoint, folder):
        command = [harness.binary(), "eval", "run", "humaneval", "--data", data, "--endpoint", endpoint.url,
                   "--model", endpoint.model, "--samples", SAMPLES, "--seed", "7", "--temperature", "0.8",
                   "--max-in-flight", "4", "--no-self-check", "--out", folder,
                   "--url", f"http://127.0.0.1:{server.port}"]
        return Run([str(word) for word in command], tmp_path / f"{folder.name}.{len(started)}.log", started)

    yield run
    for each in started:
        if each.process.poll() is None:
            each.process.kill()
            each.process.wait()


class Run:
    def __init__(self, command, log, started):
        started.append(self)
        self._log = log
        with open(log, "wb") as stream:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stream, stderr=stream)

    def text(self):
        return self._log.read_text(errors="replace")

    def ended_early(self):
        """Whether it ended by itself and left samples that it hasn't asked for."""
        return self.process.wait(PATIENCE_S) == 3 and "ended early" in self.text()


def finish(start, endpoint, folder):
    """Starts the run again and again, as its own message says, until it comes to its end."""
    for _ in range(20):
        run = start(endpoint, folder)
        if not run.ended_early():
            # 3 is that of a report without a headline: some prompts are always too long.
            assert run.process.returncode == 3, run.text()[-3000:]
            return run
    raise AssertionError(run.text()[-3000:])


def report_of(folder):
    """The report without what alone may differ."""
    report = json.loads((folder / "report.json").read_text())
    report.pop("run_info")
    page = (folder / "report.html").read_text()
    page, blocks = re.subn(r'<section id="run-info">.*?</section>', "", page, flags=re.DOTALL)
    assert blocks == 1
    return report, page


def test_a_run_killed_at_random_ends_in_the_same_report(start, tmp_path):
    quiet, killed = tmp_path / "quiet", tmp_path / "killed"
    with ScriptedEndpoint(answer) as endpoint:
        finish(start, endpoint, quiet)
    chance = random.Random(int(os.environ.get("ASSAY_EVAL_KILL_SEED", "20261122")))
    kills = 0
    with ScriptedEndpoint(answer, quota={9, 30}, delay_s=0.02) as endpoint:
        while kills < KILLS:
            run = start(endpoint, killed)
            goal = lines_of(killed) + chance.randint(0, 5)
            deadline = time.monotonic() + PATIENCE_S
            while run.process.poll() is None and lines_of(killed) < goal and time.monotonic() < deadline:
                time.sleep(0.002)
            time.sleep(chance.random() * 0.05)
            if run.process.poll() is not None and not run.ended_early():
                break  # it came to its end before all the kills
            run.process.kill()
            run.process.wait()
            kills += 1
        assert kills > 0
        last = finish(start, endpoint, killed)
    assert report_of(killed) == report_of(quiet), last.text()[-3000:]


def test_a_run_that_goes_on_asks_only_for_what_failed(start, tmp_path):
    folder = tmp_path / "folder"
    with ScriptedEndpoint(answer) as endpoint:
        finish(start, endpoint, folder)
        before = report_of(folder)
        failed = {json.loads(line)["key"] for line in (folder / "generations.jsonl").read_text().splitlines()
                  if json.loads(line)["error"]}
        assert failed, "the script has prompts that are too long"
        asked = endpoint.requests
        finish(start, endpoint, folder)
        assert endpoint.requests - asked == len(failed)
    assert report_of(folder) == before


def test_quota_ends_the_run_and_the_queue_is_kept(start, tmp_path):
    with ScriptedEndpoint(answer, quota=range(6, 1000), plain=True) as endpoint:
        run = start(endpoint, tmp_path / "folder")
        assert run.ended_early(), run.text()[-3000:]
        assert endpoint.requests < 6 + 2 * 4
    assert "no credit is left" in run.text()
    assert "the same command goes on" in run.text()
    assert "asked for the model scripted-1, and scripted-2 says to have answered" in run.text()
