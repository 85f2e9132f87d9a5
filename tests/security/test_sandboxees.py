"""One hostile program a test (tests/sandboxees): the run's status, and an unharmed host.

The head of each program says what it does and what must come of it:
    ATTACK: one sentence       EXPECT: verdicts of mode "run", separated by |
    STDOUT: a regular expression       SIGNAL: a number       STDIN_BYTES: size of its input
    EXPECT_<TIER>: instead of EXPECT in a tier that bounds what the program takes by other means
    NOT_<TIER>: why the program says nothing there
"""

import base64
import os
import pathlib
import re
import time

import pytest

from harness import server as harness

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "sandboxees"
LANGUAGES = {".c": "c", ".py": "python", ".sh": "bash"}
CPU_S = 2
MEMORY_MB = 256
SLACK_S = 60  # a bound against hangs, generous for a machine busy with other things

pytestmark = pytest.mark.skipif(harness.why_not() is not None, reason=str(harness.why_not()))


@pytest.fixture(scope="module")
def server():
    running = harness.AssayServer(environment={"ASSAY_TEST_SECRET": "assay-test-secret"})
    running.start()
    yield running
    assert running.stop() == 0
    assert running.leftovers() == []


def head(path):
    fields = {}
    for line in path.read_text().splitlines():
        found = re.match(r"(?://|#) ([A-Z_]+): (.*)$", line)
        if not found:
            break
        fields[found.group(1)] = found.group(2)
    assert {"ATTACK", "EXPECT"} <= fields.keys(), f"{path.name} must say ATTACK and EXPECT"
    return fields


def submission(path, server):
    fields, code = head(path), path.read_text()
    return {
        "language": LANGUAGES[path.suffix],
        "code": code,
        "problem": {
            "mode": "run",
            "tests": [{"input": "x" * int(fields.get("STDIN_BYTES", 0)), "expected": ""}],
        },
        "files": {"server_port.txt": base64.b64encode(str(server.port).encode()).decode()}
        if "server_port.txt" in code
        else {},
        "limits": {
            "cpu_time_s": CPU_S,
            "wall_time_s": CPU_S,
            "memory_mb": MEMORY_MB,
            "output_bytes": 16 << 20,
        },
        "include_output": True,
    }


def assert_unharmed(server):
    """The server answers, the canary program is accepted, nothing of the run is left."""
    assert server.get("/healthz").status == 200
    result = server.verify(
        {
            "language": "python",
            "code": "print(sum(map(int, input().split())))",
            "problem": {"mode": "stdin_stdout", "tests": [{"input": "3 4\n", "expected": "7\n"}]},
        }
    )
    assert result["verdict"] == "AC", result
    assert server.candidates_left(5 * SLACK_S) == []  # an emulated machine takes minutes


@pytest.mark.parametrize("path", sorted(FOLDER.iterdir()), ids=lambda path: path.name)
def test_hostile_program(server, path):
    fields = head(path)
    if reason := fields.get(f"NOT_{os.environ.get('ASSAY_TIER', '').upper()}"):
        pytest.skip(reason)
    start = time.monotonic()
    result = server.verify(submission(path, server))
    assert time.monotonic() - start < 8 * CPU_S + SLACK_S
    assert result["cause"] != "infrastructure", result
    test = result["tests"][0]
    expected = fields.get(f"EXPECT_{result['tier'].upper()}", fields["EXPECT"])
    assert result["verdict"] in expected.split("|"), result
    if "SIGNAL" in fields:
        assert test["signal"] == int(fields["SIGNAL"]), test
    if "STDOUT" in fields and expected == fields["EXPECT"]:
        assert re.search(fields["STDOUT"], test["stdout"], re.M), test
    assert_unharmed(server)


NO_PLACES_BY_NAME = pytest.mark.skipif(
    os.environ.get("ASSAY_TIER") == "landlock", reason="no ports and System V's objects there; see tests/channels/confined")


@NO_PLACES_BY_NAME
@pytest.mark.parametrize("name", ["leftovers.py", "daemon.py", "tmpfs_hog.py", "file_farm.py"])
def test_nothing_of_a_run_reaches_the_next(server, name):
    for _ in range(4):
        server.verify(submission(FOLDER / name, server))
        result = server.verify(submission(FOLDER / "leftovers.py", server))
        assert result["verdict"] == "AC", result
        assert result["tests"][0]["stdout"].strip() == "clean", result


@NO_PLACES_BY_NAME
def test_two_programs_may_bind_the_same_port(server):
    code = (
        "import socket, time\n"
        "s = socket.create_server(('127.0.0.1', 5000))\n"
        "time.sleep(0.5)\nprint('bound')\n"
    )
    one = {
        "language": "python",
        "code": code,
        "problem": {"mode": "stdin_stdout", "tests": [{"input": "", "expected": "bound"}] * 2},
        "stop": "all",
    }
    reply = server.post("/v1/verify", {"submissions": [one, one]})
    assert [r["verdict"] for r in reply.json()["results"]] == ["AC", "AC"], reply.body


def test_hostile_programs_leave_the_host_as_it_was(server):
    """After three rounds the server holds no more than after the first."""
    paths = [p for p in sorted(FOLDER.iterdir()) if p.suffix == ".py" and p.name != "file_farm.py"]

    def round_of_all():
        body = {"submissions": [submission(path, server) for path in paths]}
        assert server.post("/v1/verify", body).status == 200

    def fill_slots():
        """A hostile program may cost its slot the box, which is made anew for the next task alone."""
        calm = "import time\ntime.sleep(0.5)\n#"
        problem = {"mode": "stdin_stdout", "tests": [{"input": "", "expected": ""}]}
        body = {"submissions": [{"language": "python", "code": f"{calm}{number}", "problem": problem} for number in range(16)]}
        assert server.post("/v1/verify", body).status == 200

    round_of_all()
    fill_slots()
    before = server.settled_census()
    for _ in range(3):
        round_of_all()
    # A zygote's socket is its agent's: up to four a box, when a program needs them. A box that the first
    # round left may be gone by now, and its cgroups and zygote with it.
    before["descriptors"] += 8
    after = server.settled_census(at_most=before)
    assert {what: count for what, count in after.items() if count > before[what]} == {}, before
