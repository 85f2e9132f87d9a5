"""All nodes of a cluster are updated one after the other, under load, with live sandboxes among them: clients that never
try again see no failure, and no sandbox loses or doubles a step. `make check-cluster` has four nodes and fifty sandboxes."""

import collections
import json
import os
import threading
import time

import pytest

from harness import server as harness
from harness.client import Client
from harness.cluster import Front, engine
from harness.server import AssayServer

pytestmark = [
    pytest.mark.skipif(harness.why_not() is not None, reason=str(harness.why_not())),
    pytest.mark.skipif(engine("haproxy") is None, reason="haproxy is not installed"),
]

NODES = int(os.environ.get("ASSAY_ROLLING_NODES", "2"))
BOXES = int(os.environ.get("ASSAY_ROLLING_BOXES", "6"))
CLIENTS = 4
PATIENCE_S = 900
# Says how often it has run in its sandbox: one that is lost or done twice shows at once.
STEP = "n=$(($(cat n 2>/dev/null || echo 0) + 1)); echo $n > n; echo $n"


class Load:
    """Threads that ask until the end. Whatever isn't the answer that was due is a failure; nothing is tried again."""

    def __init__(self, port):
        self.port, self.failures, self.done = port, [], collections.Counter()
        self.longest_s = collections.Counter()
        self._ending = threading.Event()
        self._threads = []

    def begin(self, name, ask, *arguments):
        thread = threading.Thread(target=self._work, args=(name, ask, arguments))
        self._threads.append(thread)
        thread.start()

    def _work(self, name, ask, arguments):
        client = Client(f"http://127.0.0.1:{self.port}")
        count = 0
        while not self._ending.is_set() and not self.failures:
            count += 1
            began = time.monotonic()
            try:
                ask(client, count, *arguments)
            except Exception as fault:  # pylint: disable=broad-except
                self.failures.append(f"{name} {arguments} at {count}: {fault!r}")
                return
            self.longest_s[name] = max(self.longest_s[name], time.monotonic() - began)
            self.done[name] += 1

    def wait(self, more):
        """Until everybody has done something since."""
        before = collections.Counter(self.done)
        deadline = time.monotonic() + PATIENCE_S
        while any(self.done[name] < before[name] + count for name, count in more.items()):
            assert not self.failures, self.failures
            assert time.monotonic() < deadline, (before, self.done)
            time.sleep(0.05)

    def end(self):
        self._ending.set()
        for thread in self._threads:
            thread.join()


def submit(client, count, number):
    wanted = "WA" if count % 2 else "AC"
    reply = client.post("/v1/verify", {
        "language": "python", "code": f"print(int(input()) + {count % 2})  # {number} {count}",
        "problem": {"mode": "stdin_stdout", "tests": [{"input": f"{count}", "expected": f"{count}"}]}})
    assert reply.status == 200, (reply.status, reply.body)
    told = reply.json()
    assert told["verdict"] == wanted and not told["masked"], told


def step(client, count, box):
    reply = client.post(f"/v1/sandboxes/{box}/exec", {"command": STEP})
    assert reply.status == 200, (reply.status, reply.body)
    told = reply.json()
    assert (told["stdout"], told["exit_code"]) == (f"{count}\n", 0), told


def create_and_delete(client, count, number):
    made = client.post("/v1/sandboxes", {"labels": {"load": f"{number}-{count}"}})
    assert made.status == 201, (made.status, made.body)
    gone = client.request("DELETE", f"/v1/sandboxes/{made.json()['id']}")
    assert gone.status == 200, (gone.status, gone.body)


class Rolling:
    """A node of the cluster, and the processes that have its address in turn."""

    def __init__(self, folder, name):
        self.arguments = ["--slots", "1", "--pin", "off", "--warm-sandboxes", "0", "--sandboxes", str(BOXES + CLIENTS),
                          "--node-name", name, "--takeover", str(folder / f"{name}.sock"), "--drain-timeout-s", "3600"]
        self.name, self.servers = name, []

    def start(self):
        self.servers.append(AssayServer(self.arguments, port=self.servers[-1].port if self.servers else 0))
        self.servers[-1].start()


def test_no_request_fails_while_all_nodes_are_updated(tmp_path):
    nodes = [Rolling(tmp_path, f"n{i + 1}") for i in range(NODES)]
    starting = [threading.Thread(target=node.start) for node in nodes]
    for thread in starting:
        thread.start()
    for thread in starting:
        thread.join()
    load = None
    try:
        specs = [f"{node.name}=127.0.0.1:{node.servers[0].port},slots=1" for node in nodes]
        with Front(tmp_path, specs) as front:
            load = Load(front.port)
            boxes = []
            for _ in range(BOXES):
                made = front.client.post("/v1/sandboxes", {"lifetime_s": 36000, "idle_s": 36000})
                assert made.status == 201, made.body
                boxes.append(made.json()["id"])
            assert {box.split("-")[1] for box in boxes} == {node.name for node in nodes}
            for box in boxes:
                load.begin("steps", step, box)
            for number in range(CLIENTS):
                load.begin("verdicts", submit, number)
            load.begin("creations", create_and_delete, 0)
            everybody = {"steps": 2 * BOXES, "verdicts": 3, "creations": 1}
            load.wait(everybody)
            for node in nodes:
                node.start()
                load.wait(everybody)
            assert all(node.servers[0].process.poll() is None for node in nodes)
            load.end()
            assert load.failures == []
            print(json.dumps({"nodes": NODES, "sandboxes": BOXES, "done": load.done,
                              "longest_s": {name: round(value, 2) for name, value in load.longest_s.items()}}))
            # Until now nothing was drained; now the sandboxes end, and with them the old processes.
            for box in boxes:
                assert front.client.request("DELETE", f"/v1/sandboxes/{box}").status == 200
            for node in nodes:
                assert node.servers[0].process.wait(PATIENCE_S) == 0
    finally:
        if load:
            load.end()
        codes = [server.stop() for node in nodes for server in reversed(node.servers)]
    assert set(codes) == {0}
    assert [server.leftovers() for node in nodes for server in node.servers] == [[]] * 2 * NODES
