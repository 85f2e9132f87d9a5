"""The first day of seven kinds of users: what they would type or plug in, against a fresh server.

Real clients where there are packages: curl and the program itself; verl's client and SandboxFusion's SDK
come unmodified from PyPI (downloaded once into build/). ScaleBox's client for verl is no package, and
TRL's trainer would bring a training stack with it: their requests and calls are modelled exactly, and the
reward function is the one printed in docs/trainers.md. Commands and code are taken from the documents as
they are printed; only host and port are put in.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys

import pytest

from harness import datasets
from harness import server as harness
from test_clients import fenced, scalebox, stdin_cases, verl_client  # noqa: F401 (a fixture)
from test_cli import EVEN, assay

SDK = "sandbox-fusion==0.3.7"
SUM = "a, b = map(int, input().split())\nprint(a + b)"


def blocks(document, language=None):
    """The fenced blocks of a page; those of one language, or all."""
    text = (harness.REPOSITORY / document).read_text(encoding="utf-8")
    found = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S)
    return [body for name, body in found if language in (None, name)]


def shell(command, **more):
    done = subprocess.run(["bash", "-c", command], text=True, capture_output=True, timeout=300, **more)
    assert done.returncode == 0, done.stderr
    return done.stdout


needs_curl = pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed")


@needs_curl
def test_first_day_curl_of_the_documents(server):
    """Every curl of README.md and docs/start.md, as printed."""
    printed = [body for page in ("README.md", "docs/start.md") for body in blocks(page)
               if body.startswith("curl ")]
    assert len(printed) >= 3
    for command in printed:
        reply = json.loads(shell(command.replace("localhost:8080", f"localhost:{server.port}")))
        assert (reply["verdict"], reply["score"], reply["masked"]) == ("AC", 1.0, False), command


@needs_curl
def test_first_day_curl_that_make_run_prints(tmp_path):
    """`make run` is scripts/demo.sh once everything is built: what it prints works while it serves."""
    if reason := harness.why_not():
        pytest.skip(reason)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = tmp_path / "log"
    with log.open("w") as output:
        demo = subprocess.Popen(
            [harness.REPOSITORY / "scripts" / "demo.sh"], stdout=output, stderr=output,
            env={**os.environ, "PORT": str(port), "ASSAY_BIN": str(harness.binary())},
            start_new_session=True)
        try:
            while "Ctrl-C stops it." not in log.read_text():
                assert demo.poll() is None, log.read_text()
                try:
                    demo.wait(0.2)
                except subprocess.TimeoutExpired:
                    continue
            text = log.read_text()
            assert "all as expected" in text
            command = text[text.index("  curl -s "):text.index("Ctrl-C stops it.")]
            assert json.loads(shell(command))["verdict"] == "AC"
        finally:
            # As Ctrl-C does: to all of the terminal's programs.
            if demo.poll() is None:
                os.killpg(demo.pid, signal.SIGINT)
            demo.wait(60)


def test_first_day_verl(verl_client, server):  # noqa: F811
    """verl's own client, called as its default_compute_score does for `reward.sandbox_fusion.url`."""
    url = f"http://127.0.0.1:{server.port}/run_code"
    tests = json.dumps({"inputs": ["1 2", "3 4"], "outputs": ["3", "7"]})
    score, _ = verl_client.compute_score(url, None, 1024, fenced(SUM), tests, continuous=True)
    assert score == 1.0
    score, _ = verl_client.compute_score(url, None, 1024, fenced("print(3)"), tests, continuous=True)
    assert score == 0.5


def test_first_day_scalebox(server):
    """ScaleBox's reward for verl: one request a sample (modelled, as in test_clients.py)."""
    two = stdin_cases(["1 2", "3 4"], ["3", "7"])
    assert scalebox(server, fenced(SUM), two)[1] == [True, True]
    assert scalebox(server, fenced("print(3)"), two)[1] == [True, False]
    assert scalebox(server, "I don't know.", two)[1] == [False, False]


SDK_PROGRAM = """
from sandbox_fusion import RunCodeRequest, RunStatus, run_code
done = run_code(RunCodeRequest(code="print(input()[::-1])", language="python", stdin="abc"))
assert done.status == RunStatus.Success and done.run_result.stdout == "cba\\n", done
failed = run_code(RunCodeRequest(code="int main() { return x; }", language="cpp"))
assert failed.status == RunStatus.Failed and "not declared" in failed.compile_result.stderr, failed
late = run_code(RunCodeRequest(code="while True: pass", language="python", run_timeout=1))
assert late.status == RunStatus.Failed, late
print("fine")
"""


@pytest.fixture(scope="session")
def sandbox_fusion_sdk():
    """The folder with SandboxFusion's SDK from PyPI, unmodified."""
    folder = harness.REPOSITORY / "build" / "wheels" / "sandbox-fusion"
    if not (folder / "sandbox_fusion").is_dir():
        done = subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-compile",
                               "--target", folder, SDK], capture_output=True, text=True)
        assert "No module named pip" not in done.stderr, done.stderr
        if done.returncode != 0:
            pytest.skip(f"{SDK} cannot be installed: {done.stderr.strip()[-300:]}")
    return folder


def test_first_day_sandbox_fusion_sdk(server, sandbox_fusion_sdk):
    """SandboxFusion's SDK with its endpoint in the environment and nothing else changed."""
    done = subprocess.run(
        [sys.executable, "-c", SDK_PROGRAM], text=True, capture_output=True,
        env={**os.environ, "PYTHONPATH": str(sandbox_fusion_sdk),
             "SANDBOX_FUSION_ENDPOINT": f"http://127.0.0.1:{server.port}"})
    assert done.stdout == "fine\n", done.stderr


def test_first_day_trl_reward_function(server):
    """The function of docs/trainers.md, called as TRL's GRPOTrainer calls reward functions: keyword
    arguments, conversations or texts as completions, a list for each column of the data set, and
    more that a function may not know."""
    (printed,) = [body for body in blocks("docs/trainers.md", "python") if "def assay_reward" in body]
    space = {}
    exec(printed.replace("127.0.0.1:8080", f"127.0.0.1:{server.port}"), space)
    reward = space["assay_reward"]
    tests = [{"input": "1 2", "expected": "3"}, {"input": "3 4", "expected": "7"}]
    broken = [{"input": "1 2", "expected": "3"}]
    texts = [fenced(SUM), fenced("print(3)"), "I don't know.", fenced(SUM)]
    columns = {"prompts": ["p"] * 4, "tests": [tests, tests, tests, broken], "completion_ids": [[1]] * 4,
               "trainer_state": None}
    scores = reward(completions=texts, **columns)
    assert scores == [1.0, 0.5, 0.0, 1.0]
    talks = [[{"role": "assistant", "content": text}] for text in texts]
    assert reward(completions=talks, **columns) == scores


HUMANEVAL = [
    {"task_id": "Test/0", "entry_point": "add", "prompt": 'def add(a: int, b: int) -> int:\n    """Sum."""\n',
     "canonical_solution": "    return a + b\n",
     "test": "def check(candidate):\n    assert candidate(2, 3) == 5\n    assert candidate(-1, 1) == 0\n"},
    {"task_id": "Test/1", "entry_point": "evens",
     "prompt": "from typing import List\n\n\ndef evens(xs: List[int]) -> List[int]:\n    \"\"\"Even ones.\"\"\"\n",
     "canonical_solution": "    return [x for x in xs if x % 2]\n",  # wrong on purpose
     "test": "METADATA = {}\n\n\ndef check(candidate):\n    assert candidate([1, 2, 4]) == [2, 4]\n"},
]


def test_first_day_humaneval_at_the_shell(tmp_path):
    """The lines of docs/start.md that turn a HumanEval file into a batch, and the command after them."""
    if reason := harness.why_not():
        pytest.skip(reason)
    (script,) = [body for body in blocks("docs/start.md", "python") if "canonical_solution" in body]
    (tmp_path / "humaneval.py").write_text(script)
    try:
        tasks = [{**row, "task_id": row["problem_id"]} for row in datasets.rows("func_python/humaneval")[:12]]
    except FileNotFoundError:
        tasks = []
    lines = [json.dumps(task) for task in HUMANEVAL + tasks]
    (tmp_path / "HumanEval.jsonl").write_text("\n".join(lines) + "\n")
    batch = shell(f"{sys.executable} humaneval.py HumanEval.jsonl", cwd=tmp_path)
    done = assay("run", "--batch", "-", "--json", stdin=batch)
    records = sorted(map(json.loads, done.stdout.splitlines()), key=lambda record: record["index"])
    assert [record["verdict"] for record in records] == ["AC", "WA"] + ["AC"] * len(tasks), done.stderr
    assert records[1]["id"] == "Test/1" and done.returncode == 1


def test_first_day_testlib_checker(server, tmp_path):
    """A checker from a contest's archive: over HTTP and at the shell, with no word about its kind."""
    problem = {"tests": [{"input": "", "expected": "2"}], "checker": {"source": EVEN}}
    for number, verdict in ((4, "AC"), (3, "WA")):
        result = server.verify({"language": "python", "code": f"print({number})", "problem": problem})
        assert (result["verdict"], result["tests"][0]["by_checker"]) == (verdict, True), result
        (tmp_path / "main.py").write_text(f"print({number})")
        (tmp_path / "check.cpp").write_text(EVEN)
        (tmp_path / "ans").write_text("2")
        done = assay("run", tmp_path / "main.py", "--expect", tmp_path / "ans", "--checker",
                     tmp_path / "check.cpp", "--url", f"http://localhost:{server.port}", "--json")
        assert json.loads(done.stdout)["verdict"] == verdict
