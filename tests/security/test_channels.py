"""What a run changes in the kernel, no later run may read.

Each program of tests/channels looks at a channel, prints what it sees, and then fills the channel. So the
runs of one program must all print the same: the tests of one submission, which a box has one after the
other, and other submissions after it. The table of docs/internals/channels.md says how each is closed.
"""

import os
import pathlib

import pytest

from harness import server as harness

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "channels"
# Without namespaces other channels are closed, and by other means: what the rest of these programs look at
# can't be opened, or is said to be open.
if os.environ.get("ASSAY_TIER") == "landlock":
    FOLDER /= "confined"
PROGRAMS = sorted(FOLDER.glob("*.py"))
LIMITS = {"cpu_time_s": 10, "wall_time_s": 30, "memory_mb": 256}

pytestmark = pytest.mark.skipif(harness.why_not() is not None, reason=str(harness.why_not()))


@pytest.fixture(scope="module", params=["on", "off"], ids=["warm", "cold"])
def server(request):
    """All runs go through one slot, and so through one box as long as it lives."""
    running = harness.AssayServer(["--slots", "1", "--warm", request.param])
    running.start()
    yield running
    assert running.stop() == 0
    assert running.leftovers() == []


def outputs(server, code, tests):
    # No output is expected: every run that goes well is a wrong answer, and all are shown.
    problem = {"mode": "stdin_stdout", "tests": [{"input": "some input\n", "expected": ""}] * tests}
    result = server.verify({"language": "python", "code": code, "problem": problem, "limits": LIMITS,
                            "stop": "all", "include_output": True})
    for test in result["tests"]:
        assert test["verdict"] == "WA", test
    return [test["stdout"] for test in result["tests"]]


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_what_a_run_fills_no_later_run_sees(server, path):
    code = path.read_text()
    # After a run that fills, places and box are new; how old they are when none did can be seen.
    outputs(server, code, 1)
    seen = outputs(server, code, 4)  # the runs of one submission
    for other in range(3):  # the same from others
        seen += outputs(server, f"{code}\n# {other}\n", 1)
    assert len(set(seen)) == 1, "\n--\n".join(seen)
    assert seen[0].strip()


def test_programs_at_the_same_time_have_an_input_of_their_own(start_server):
    server = start_server("--slots", "2")
    hold = ("import fcntl, sys, time\nfcntl.flock(0, fcntl.LOCK_EX | fcntl.LOCK_NB)\n"
            "time.sleep(0.7)\nprint(sys.stdin.read().strip())\n")
    one = {"language": "python", "code": hold, "limits": LIMITS,
           "problem": {"mode": "stdin_stdout", "tests": [{"input": "same\n", "expected": "same\n"}]}}
    reply = server.post("/v1/verify", {"submissions": [one, {**one, "code": hold + "#"}]})
    assert [result["verdict"] for result in reply.json()["results"]] == ["AC", "AC"], reply.body


def test_a_flood_of_questions_keeps_no_limit_from_being_looked_at(start_server):
    """On many other processors they may ask again as fast as one thread answers; two don't get there."""
    server = start_server("--slots", "2", "--pin", "off")
    flood = ("import os, socket\nfor _ in range(5):\n    os.fork()\nwhile True:\n    try:\n"
             "        socket.socket(socket.AF_INET, socket.SOCK_DGRAM).detach()\n    except OSError:\n"
             "        pass\n")
    result = server.verify({
        "language": "python", "code": flood, "limits": {"cpu_time_s": 2, "wall_time_s": 5},
        "problem": {"mode": "stdin_stdout", "tests": [{"input": "", "expected": "1"}]}})
    assert result["verdict"] == "TLE" and result["cause"] == "candidate", result
