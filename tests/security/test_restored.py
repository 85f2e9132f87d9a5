"""Processes that are restored between tests: limits met in the middle, and clients that leave.

Whatever the tests before left, each is judged as in a process of its own; and nothing stays behind.
"""

import json
import random
import socket
import subprocess
import time

import pytest

from harness import server as harness

OPTIONS = ("--slots", "1", "--verdict-cache-mb", "0", "--sandboxes", "0")
TESTS = [{"input": f"{n}\n", "expected": f"{n * n}\n"} for n in range(8)]
LIMITS = {"cpu_time_s": 1, "wall_time_s": 20, "memory_mb": 128, "output_bytes": 1 << 20, "processes": 8}
RIGHT = "n = int(input())\nprint(n * n)\n"

# What each test leaves…
LEFT = {
    "memory": "left = [bytearray(1 << k % 22) for k in range(40)]",
    "mappings": "import mmap\nleft = [mmap.mmap(-1, 1 << 16, flags=mmap.MAP_PRIVATE) for _ in range(30)]",
    "descriptors": "import os\nos.close(0)\nleft = [os.open('/etc/passwd', os.O_RDONLY) for _ in range(300)]",
    "signals": "import signal\nfor k in (1, 2, 15): signal.signal(k, signal.SIG_IGN)\n"
               "signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))",
    "a thread in the last": "if n == 7:\n    import threading\n    t = threading.Thread(target=len, args=['']); t.start()",
}
# …and what some of them meet.
MET = {
    "memory": "x = bytearray(400 << 20)",
    "cpu": "while True: pass",
    "output": "while True: print('x' * 10000)",
    "descriptors": "import os\nwhile True: os.dup(1)",
    "abort": "import os\nos.abort()",
    "exception": "1 / 0",
}


def submission(code, tests=None):
    return {"language": "python", "code": code, "problem": {"tests": tests or TESTS}, "stop": "all", "cache": False,
            "include_output": True, "limits": LIMITS}


@pytest.fixture(scope="module")
def can_restore():
    doctor = [harness.binary(), "doctor", "--json", "--toolchain-self-test", "off"]
    return json.loads(subprocess.run(doctor, capture_output=True, check=True, timeout=600).stdout)["restore"]["on"]


def restoring(server, can_restore):
    """That server, after a proof that it restores where it can; elsewhere forks are compared with forks."""
    for _ in range(5 if can_restore else 0):  # a first snapshot may find no room
        if any(test["restored"] for test in server.verify(submission(RIGHT))["tests"]):
            return server
    assert not can_restore
    return server


def seen(result):
    """What must not depend on the way; how far a run came before a limit is chance."""
    return [(test["verdict"], test["status"], test["exit_code"], test["status"] == "exited" and test["stdout"])
            for test in result["tests"]]


@pytest.mark.parametrize("met", MET)
def test_a_limit_in_the_middle_is_that_tests_own(start_server, can_restore, met):
    restored = restoring(start_server(*OPTIONS), can_restore)
    forked = start_server(*OPTIONS, "--restore", "off")
    for position, (name, left) in enumerate(LEFT.items()):
        # One in the middle, or two in a row.
        where = (4,) if position % 2 else (2, 3)
        indented = "".join(f"    {line}\n" for line in MET[met].split("\n"))
        code = submission(f"n = int(input())\n{left}\nif n in {where}:\n{indented}print(n * n)\n")
        assert seen(restored.verify(code)) == seen(forked.verify(code)), name
        assert restored.verify(submission(RIGHT))["verdict"] == "AC", name


def test_clients_that_leave_take_their_runs_with_them(start_server, can_restore):
    server = restoring(start_server(*OPTIONS), can_restore)
    dice = random.Random(15)
    slow = "n = int(input())\nif n % 3 == 2:\n    import time\n    time.sleep(0.1)\nprint(n * n)\n"
    codes = [RIGHT, slow, *(f"n = int(input())\n{left}\nprint(n * n)\n" for left in LEFT.values())]
    many = [{"input": f"{n}\n", "expected": f"{n * n}\n"} for n in range(60)]

    def settle():
        for code in (*codes, RIGHT, RIGHT):
            assert server.verify(submission(code))["verdict"] == "AC", code

    settle()
    before = server.settled_census()
    for _ in range(40):
        body = json.dumps(submission(dice.choice(codes), many)).encode()
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            connection.sendall(b"POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                               b"Content-Length: %d\r\n\r\n" % len(body) + body)
            time.sleep(dice.choice((0, 0.005, 0.02, 0.1)) * dice.random())
        if dice.random() < 0.5:
            assert server.verify(submission(RIGHT))["verdict"] == "AC"
    settle()
    after = server.settled_census(wanted=before, patience_s=30)
    # A box may hold a descriptor or two more than another.
    assert after == {**before, "descriptors": pytest.approx(before["descriptors"], abs=8)}
