"""More work than slots, more clients than connections, and clients that are slow or silent: nobody gets a verdict that
isn't his, and those who ask properly get theirs. What this costs is measured by bench/overload.py."""

import http.client
import json
import socket
import threading
import time

import pytest

from harness import server as harness
from harness.server import AssayServer

pytestmark = pytest.mark.skipif(harness.why_not() is not None, reason=str(harness.why_not()))

PATIENCE_S = 300
SMALL = ["--sandboxes", "0", "--verdict-cache-mb", "0"]


def wait_until(condition):
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def sleeper(seconds, expected="7\n", mark=""):
    return {"language": "python", "cache": False, "code": f"import time\ntime.sleep({seconds})\nprint(input())\n# {mark}",
            "limits": {"wall_time_s": 3600},
            "problem": {"mode": "stdin_stdout", "tests": [{"input": "7\n", "expected": expected}]}}


def ask(server, submission):
    """A connection with that request under way."""
    connection = server.connect(PATIENCE_S)
    connection.request("POST", "/v1/verify", json.dumps(submission), {"Content-Type": "application/json"})
    return connection


def test_who_would_leave_before_his_turn_is_told_at_once(start_server):
    server = start_server("--slots", "1", *SMALL)
    assert server.verify(sleeper(1))["verdict"] == "AC"  # so that it's known what one takes
    running = ask(server, sleeper(3600))
    wait_until(lambda: server.get("/v1/info").json()["running"] == 1)  # before the others, however busy the machine
    waiting = [ask(server, sleeper(1, mark=i)) for i in range(4)]
    wait_until(lambda: server.metric("assay_queued_submissions") == 5)
    # Clients that leave again and again, each some time after the one before. Nobody has to begin in between.
    for i in range(16):
        with_us = ask(server, sleeper(1, mark=f"leaves {i}"))
        wait_until(lambda: server.metric("assay_queued_submissions") == 6)
        time.sleep(0.1)
        with_us.close()
        wait_until(lambda: server.metric("assay_queued_submissions") == 5)
    refused = server.post("/v1/verify", sleeper(1))
    assert refused.status == 429 and int(refused.headers["retry-after"]) >= 1
    assert "it would wait for" in refused.json()["error"]["message"]
    assert server.metric("assay_refused_for_wait_total") == 1
    # Those who are in stay in, and are judged; then there is room again.
    running.close()
    for each in waiting:
        answer = each.getresponse()
        assert answer.status == 200 and json.loads(answer.read())["verdict"] == "AC"
    assert server.verify(sleeper(0))["verdict"] == "AC"


def test_a_flood_of_clients_that_give_up_gets_true_verdicts_or_none(start_server):
    server = start_server("--slots", "2", *SMALL, "--max-queue", "40")
    ended = time.monotonic() + 8
    seen, strange = {"right": 0, "refused": 0, "gave up": 0}, []
    lock = threading.Lock()

    def flood(number):
        expected = ("7\n", "8\n")[number % 2]
        while time.monotonic() < ended:
            connection = server.connect(1)  # s, then it gives up
            try:
                connection.request("POST", "/v1/verify", json.dumps(sleeper(0.05, expected, number)),
                                   {"Content-Type": "application/json"})
                answer = connection.getresponse()
                body = json.loads(answer.read())
            except OSError:
                outcome = "gave up"
            except http.client.HTTPException as error:
                outcome = repr(error)
            else:
                right = answer.status == 200 and body["verdict"] == ("AC", "WA")[number % 2]
                refused = answer.status == 429 and int(answer.getheader("retry-after")) >= 1
                outcome = "right" if right else "refused" if refused else (answer.status, body)
            finally:
                connection.close()
            with lock:
                if outcome in seen:
                    seen[outcome] += 1
                else:
                    strange.append(outcome)

    clients = [threading.Thread(target=flood, args=(number,)) for number in range(100)]
    for each in clients:
        each.start()
    for each in clients:
        each.join()
    assert strange == []
    assert seen["right"] > 0 and seen["refused"] > 0, seen
    wait_until(lambda: server.metric("assay_queued_submissions") == 0)
    assert server.verify(sleeper(0))["verdict"] == "AC"


def test_silent_and_slow_connections_keep_nobody_out(start_server):
    # A third of the descriptors are for connections: 200.
    server = start_server("--slots", "1", *SMALL, prefix=["prlimit", "--nofile=600:600"])
    before = server.status_bytes("VmRSS")
    crowd = []
    for i in range(600):
        each = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S)
        if i % 3 == 1:
            each.sendall(b"POST /v1/verify HTTP/1.1\r\nHost: loc")  # a head that never ends
        if i % 3 == 2:
            each.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")  # and then nothing more
        crowd.append(each)
    for _ in range(3):
        assert server.verify(sleeper(0))["verdict"] == "AC"
    assert server.metric("assay_http_connections") <= 200
    for each in crowd:
        each.close()
    wait_until(lambda: server.metric("assay_http_connections") <= 1)
    assert server.status_bytes("VmRSS") - before < 64 << 20
