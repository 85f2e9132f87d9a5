"""Live sandboxes while their node is updated: the old process keeps them, the new one has the connections, and clients
of every door notice nothing until the old one's time is over. Then they are told that it was our doing."""

import contextlib
import http.client
import json
import signal
import socket
import subprocess
import threading
import time

import pytest

from harness import server as harness
from harness.client import Client
from harness.server import AssayServer

pytestmark = pytest.mark.skipif(harness.why_not() is not None, reason=str(harness.why_not()))

USUAL = ["--slots", "1", "--warm-sandboxes", "0", "--pin", "off"]
LONG = {"lifetime_s": 3600, "idle_s": 3600}


def wait_until(condition, timeout_s=300):
    deadline = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


class Node:
    """One address, and the processes that have it in turn."""

    def __init__(self, folder, *arguments, drain_s=300):
        self.door = folder / "node.sock"
        self.arguments = [*USUAL, "--takeover", str(self.door), "--drain-timeout-s", str(drain_s), *arguments]
        self.servers = [AssayServer(self.arguments)]

    def __enter__(self):
        self.servers[0].start()
        self.port = self.servers[0].port
        self.client = Client(f"http://127.0.0.1:{self.port}")
        return self

    def update(self):
        """Returns the process that was replaced."""
        self.servers.append(AssayServer(self.arguments, port=self.port))
        self.servers[-1].start()
        wait_until(lambda: any("replaced by another process" in line for line in self.servers[-2].log))
        return self.servers[-2]

    def __exit__(self, failed, *_):
        if failed:
            for server in self.servers:
                server.kill()
            return
        # Those that were replaced end by themselves, with their last sandbox.
        codes = [server.process.wait(300) for server in self.servers[:-1]] + [self.servers[-1].stop()]
        assert all(code in (0, -signal.SIGKILL) for code in codes), [server.log[-20:] for server in self.servers]
        assert [server.leftovers() for server in self.servers] == [[]] * len(self.servers)
        assert list(self.door.parent.glob("node.sock*")) == []

    def ask(self, method, path, body=None, headers=None):
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        return self.client.request(method, path, data, headers or {})

    def box(self, **more):
        made = self.ask("POST", "/v1/sandboxes", {**LONG, **more})
        assert made.status == 201, made.body
        return made.json()["id"]

    def run(self, box, command, **more):
        ran = self.ask("POST", f"/v1/sandboxes/{box}/exec", {"command": command, **more})
        assert ran.status == 200, ran.body
        return ran.json()["stdout"]


class Stream:
    """An exec's events as they come, over one connection."""

    def __init__(self, port, box, command, **more):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        self.connection.request("POST", f"/v1/sandboxes/{box}/exec",
                                json.dumps({"command": command, "stream": True, **more}))
        self.response = self.connection.getresponse()
        assert self.response.status == 200

    def event(self):
        return json.loads(self.response.readline())

    def texts(self):
        """Until the end."""
        while (event := self.event())["event"] != "end":
            if event["event"] == "stdout":
                yield event["text"]


def test_the_native_door_notices_nothing(tmp_path):
    with Node(tmp_path) as node:
        old = node.box(labels={"run": "r1"})
        assert node.run(old, "echo kept > a; (while :; do date +%s%N >> ticks; sleep 0.05; done) > /dev/null 2>&1 &") == ""
        stream = Stream(node.port, old, "for i in $(seq 200); do echo $i; sleep 0.05; done")
        assert stream.event()["event"] == "start"
        assert node.ask("GET", f"/v1/sandboxes/{old}").json()["draining"] is False
        first = node.update()

        assert first.process.poll() is None
        assert node.run(old, "cat a") == "kept\n"
        before = int(node.run(old, "wc -l < ticks"))
        wait_until(lambda: int(node.run(old, "wc -l < ticks")) > before)
        # The stream that was under way, and one that begins through the new process; input goes in, too.
        assert "".join(stream.texts()) == "".join(f"{i}\n" for i in range(1, 201))
        stream.connection.close()  # kept open, it would be answered once more for 75 s, and be waited for
        late = Stream(node.port, old, "while read line; do echo got $line; done", open_stdin=True)
        pid = late.event()["pid"]
        for word in ("one", "two"):
            sent = node.ask("POST", f"/v1/sandboxes/{old}/processes/{pid}/input", {"text": f"{word}\n"})
            assert sent.status == 200, sent.body
            assert late.event()["text"] == f"got {word}\n"
        assert node.ask("POST", f"/v1/sandboxes/{old}/processes/{pid}/signal", {"signal": "SIGKILL"}).status == 200
        assert late.event()["signal"] == "SIGKILL"
        # Files both ways, of a size that is no single piece.
        data = bytes(range(256)) * (8 << 10)
        assert node.ask("PUT", f"/v1/sandboxes/{old}/files?path=d/b%20c.bin", data).status == 200
        assert node.ask("GET", f"/v1/sandboxes/{old}/files?path=d/b%20c.bin").body == data
        assert node.ask("GET", f"/v1/sandboxes/{old}/files?path=none").status == 404

        # New ones are the new process's; lists have both and tell them apart, and labels find both.
        new = node.box(labels={"run": "r1"})
        listed = {one["id"]: one["draining"] for one in node.ask("GET", "/v1/sandboxes").json()["sandboxes"]}
        assert listed == {old: True, new: False}
        assert node.ask("GET", f"/v1/sandboxes/{old}").json()["draining"] is True
        counts = node.ask("GET", "/v1/nodes").json()["nodes"][0]["sandboxes"]
        assert (counts["running"], counts["draining"]) == (2, 1)
        fork = node.ask("POST", f"/v1/sandboxes/{old}/fork")
        assert fork.status == 201 and node.run(fork.json()["id"], "cat a") == "kept\n"
        assert node.ask("DELETE", f"/v1/sandboxes/{fork.json()['id']}").status == 200
        # A judged submission may have its program in either.
        for box in (old, new):
            node.run(box, "echo 'print(int(input()) + 1)' > program.py")
            judged = node.ask("POST", "/v1/verify", {
                "language": "python", "sandbox": {"id": box, "code": "program.py"},
                "problem": {"mode": "stdin_stdout", "tests": [{"input": "1", "expected": "2"}]}})
            assert judged.status == 200 and judged.json()["verdict"] == "AC", judged.body
        deleted = node.ask("DELETE", "/v1/sandboxes?label=run:r1").json()["deleted"]
        assert set(deleted) >= {old, new}
        assert first.process.wait(300) == 0  # its last sandbox has gone
        last = node.ask("GET", f"/v1/sandboxes/{old}").json()
        assert last["reason"] == "deleted", last


def test_requests_on_the_old_processes_connections_find_the_new_ones_sandboxes(tmp_path):
    with Node(tmp_path) as node:
        kept = [http.client.HTTPConnection("127.0.0.1", node.port, timeout=600) for _ in range(3)]
        for connection in kept:
            connection.request("GET", "/healthz")
            assert connection.getresponse().read() is not None
        held = node.box()
        node.update()
        new = node.box()
        kept[0].request("POST", f"/v1/sandboxes/{new}/exec", json.dumps({"command": "echo new"}))
        assert json.load(kept[0].getresponse())["stdout"] == "new\n"
        kept[1].request("POST", f"/v1/sandboxes/{held}/exec", json.dumps({"command": "echo old"}))
        assert json.load(kept[1].getresponse())["stdout"] == "old\n"
        # What is made on such a connection is the new process's, too.
        kept[2].request("POST", "/v1/sandboxes", json.dumps(LONG))
        made = json.load(kept[2].getresponse())
        assert made["draining"] is False and made["state"] == "running"
        assert node.ask("GET", f"/v1/sandboxes/{made['id']}").json()["draining"] is False
        node.ask("DELETE", f"/v1/sandboxes/{held}")


def kernel_names(node):
    return {one["name"] for one in node.ask("GET", "/v1/kernels").json()["kernels"]}


def trajectories(node, **actions):
    reply = node.ask("POST", "/get_observation", {
        "trajectory_ids": list(actions), "actions": [f"<python>{code}</python>" for code in actions.values()],
        "extra_fields": [{}] * len(actions)})
    assert reply.status == 200, reply.body
    return [one["obs"] for one in reply.json()["observations"]]


def session(node, name, code):
    reply = node.ask("POST", "/execute", {"generated_code": code, "timeout": 60, "language": "ipython"},
                     {"X-Session-ID": name})
    assert reply.status == 200, reply.body
    return reply.json()


def test_the_other_doors_notice_nothing(tmp_path):
    with Node(tmp_path, "--sandboxes", "32") as node:
        prime = node.ask("POST", "/api/v1/sandbox", {"name": "p", "docker_image": "python:3.11-slim", "timeout_minutes": 60}).json()
        gateway = f"/gateway/assay/{prime['id']}"
        e2b = node.ask("POST", "/sandboxes", {"templateID": "base", "timeout": 3600}).json()
        inside = {"E2b-Sandbox-Id": e2b["sandboxID"]}
        kernel = node.ask("POST", "/v1/kernels", {"name": "k1"}).json()
        session(node, "s1", "x = 41")
        trajectories(node, t1="y = 1")
        node.update()

        ran = node.ask("POST", gateway + "/exec", {"command": "echo prime", "working_dir": "/tmp", "env": {}})
        assert ran.status == 200 and ran.json()["stdout"] == "prime\n", ran.body
        listed = node.ask("GET", "/api/v1/sandbox").json()["sandboxes"]
        assert [one["draining"] for one in listed if one["id"] == prime["id"]] == [True]
        assert node.ask("GET", f"/api/v1/sandbox/{prime['id']}").json()["status"] == "RUNNING"
        batch = node.ask("POST", "/api/v1/sandbox/status:batchGet", {"sandbox_ids": [prime["id"]]})
        assert "RUNNING" in batch.body.decode(), batch.body

        put = node.ask("POST", "/files?path=/home/user/a.txt", b"in E2B\n",
                       {**inside, "Content-Type": "application/octet-stream"})
        assert put.status == 200, put.body
        assert node.ask("GET", "/files?path=/home/user/a.txt", None, inside).body == b"in E2B\n"
        listed = node.ask("GET", "/v2/sandboxes").json()
        assert [one.get("draining") for one in listed if one["sandboxID"] == e2b["sandboxID"]] == [True]
        assert node.ask("POST", f"/sandboxes/{e2b['sandboxID']}/timeout", {"timeout": 1800}).status == 204

        run = node.ask("POST", f"/v1/kernels/{kernel['id']}/execute", {"code": "1 + 1"})
        assert run.status == 200 and run.json()["status"] == "ok", run.body
        assert node.ask("POST", "/v1/kernels", {"name": "k1"}).json()["id"] == kernel["id"]
        node.ask("POST", "/v1/kernels", {"name": "k2"})
        assert kernel_names(node) == {"k1", "k2"}
        assert session(node, "s1", "print(x + 1)")["stdout"] == "42\n"
        assert session(node, "s2", "print(1)")["new_session_created"]
        assert not session(node, "s2", "print(2)")["new_session_created"]
        assert set(node.ask("GET", "/sessions").json()["sessions"]) == {"s1", "s2"}
        # One request about trajectories of both processes.
        told = trajectories(node, t2="z = 5\nprint(z)", t1="print(y + 6)", t3="print('new')")
        assert ["5" in told[0], "7" in told[1], "new" in told[2]] == [True] * 3, told

        assert node.ask("DELETE", f"/api/v1/sandbox/{prime['id']}").status == 200
        assert node.ask("DELETE", f"/sandboxes/{e2b['sandboxID']}").status == 204
        assert node.ask("DELETE", f"/v1/kernels/{kernel['id']}").status == 200
        assert node.ask("DELETE", "/sessions/s1").status == 200
        node.ask("POST", "/get_observation", {"trajectory_ids": ["t1"], "actions": [""], "finish": [True]})
        assert node.servers[0].process.wait(300) == 0


def tokens_file(folder):
    path = folder / "tokens.yaml"
    tokens = {}
    for name, tenant, role in (("alice", "a", "user"), ("bob", "b", "user"), ("root", "ops", "admin")):
        made = subprocess.run([harness.binary(), "token", "new", "--tokens", path, "--name", name, "--tenant", tenant,
                               "--role", role], capture_output=True, text=True, check=True, timeout=60)
        tokens[name] = made.stdout.strip()
    return path, {name: {"Authorization": f"Bearer {token}"} for name, token in tokens.items()}


def test_who_may_is_asked_as_before(tmp_path):
    path, who = tokens_file(tmp_path)
    with Node(tmp_path, "--tokens", str(path)) as node:
        made = node.ask("POST", "/v1/sandboxes", LONG, who["alice"])
        box = made.json()["id"]
        known = node.ask("POST", f"/api/v1/sandbox/{box}/auth", {}, who["alice"]).json()["token"]
        mine = {"Authorization": f"Bearer {known}"}
        inside = f"/gateway/assay/{box}/exec"
        command = {"command": "id -un"}
        node.update()
        assert node.ask("POST", inside, command, mine).status == 200
        assert node.ask("GET", f"/v1/sandboxes/{box}", None, who["alice"]).status == 200
        # Nobody else's token opens it, nor none, nor a made-up one, nor what looks like our own word for it.
        assert node.ask("GET", f"/v1/sandboxes/{box}", None, who["bob"]).status == 404
        assert node.ask("GET", f"/v1/sandboxes/{box}").status == 401
        forged = {"X-Assay-Passed-By": "newer", "X-Assay-Passed-Peer": "",
                  "X-Assay-Passed-Caller": json.dumps({"name": "x", "role": "admin", "tenant": "a", "sandbox": "",
                                                       "expires": None})}
        assert node.ask("GET", f"/v1/sandboxes/{box}", None, forged).status == 401
        assert node.ask("GET", f"/v1/sandboxes/{box}", None, {**who["bob"], **forged}).status == 404
        assert node.ask("POST", inside, command, {"Authorization": "Bearer assaybox_made_up"}).status == 401
        assert node.ask("POST", inside, command, who["bob"]).status == 502
        # A token that the old process makes now is good at once.
        e2b = node.ask("POST", f"/sandboxes/{box}/connect", {"timeout": 600}, {"X-API-Key": who["alice"]["Authorization"][7:]})
        assert e2b.status in (200, 201), e2b.body
        fresh = {"E2b-Sandbox-Id": box, "X-Access-Token": e2b.json()["envdAccessToken"]}
        assert node.ask("GET", "/files?path=.bashrc", None, fresh).status in (200, 404)
        # Whose token is taken away has no way in, though the old process read the file before.
        kept = [line for line in path.read_text().splitlines() if "alice" not in line]
        path.write_text("\n".join(kept) + "\n")
        wait_until(lambda: node.ask("GET", f"/v1/sandboxes/{box}", None, who["alice"]).status == 401)
        assert node.ask("DELETE", f"/v1/sandboxes/{box}", None, {**who["root"], "X-Assay-Tenant": "a"}).status == 200


def test_bounds_count_both_processes(tmp_path):
    with Node(tmp_path, "--sandboxes", "3", "--sandboxes-per-tenant", "3") as node:
        held = [node.box(), node.box()]
        key = node.ask("POST", "/v1/sandboxes", {**LONG, "idempotency_key": "k"})
        held.append(key.json()["id"])
        node.update()
        refused = node.ask("POST", "/v1/sandboxes", LONG)
        assert refused.status == 429 and "replaced" in refused.json()["error"]["message"], refused.body
        # A create that is asked again has been answered already.
        assert node.ask("POST", "/v1/sandboxes", {**LONG, "idempotency_key": "k"}).json()["id"] == held[2]
        assert node.ask("DELETE", f"/v1/sandboxes/{held[0]}").status == 200
        wait_until(lambda: node.ask("POST", "/v1/sandboxes", LONG).status == 201)
        for box in held[1:]:
            node.ask("DELETE", f"/v1/sandboxes/{box}")


@pytest.mark.parametrize("end", ["deadline", "kill"])
def test_what_ends_with_the_old_process_was_our_doing(tmp_path, end):
    with Node(tmp_path, drain_s=8 if end == "deadline" else 600) as node:
        box = node.box()
        ended = node.box()
        kernel = node.ask("POST", "/v1/kernels", {"name": "k"}).json()
        prime = node.ask("POST", "/api/v1/sandbox", {"name": "p", "docker_image": "python:3.11-slim", "timeout_minutes": 60}).json()
        session(node, "s", "x = 1")
        first = node.update()
        assert node.ask("DELETE", f"/v1/sandboxes/{ended}").status == 200
        # Lists are as the new process heard last.
        wait_until(lambda: ended in {one["id"] for one in node.ask("GET", "/v1/sandboxes?state=ended").json()["sandboxes"]})
        stream = Stream(node.port, box, "echo begun; exec sleep 3600")
        assert (stream.event()["event"], stream.event()["text"]) == ("start", "begun\n")
        if end == "kill":
            first.process.kill()
        assert first.process.wait(300) == (0 if end == "deadline" else -signal.SIGKILL)
        # What was under way ends, and never as if the program had.
        with contextlib.suppress(http.client.IncompleteRead, ConnectionError, json.JSONDecodeError):
            last = stream.event()
            assert last.get("exit_code") is None and last.get("signal") is None
            assert last["event"] == "error" or "error" in last, last
        # In the words that each door has for a sandbox that was lost.
        wait_until(lambda: node.ask("GET", f"/v1/sandboxes/{box}").json()["reason"] == "lost")
        told = node.ask("GET", f"/v1/sandboxes/{box}").json()
        assert told["state"] == "ended" and "update" in told["message"] and told["draining"] is False
        refused = node.ask("POST", f"/v1/sandboxes/{box}/exec", {"command": "true"})
        assert refused.status == 409 and refused.json()["error"]["reason"] == "lost"
        assert node.ask("GET", f"/v1/sandboxes/{ended}").json()["reason"] == "deleted"
        assert node.ask("POST", f"/v1/kernels/{kernel['id']}/execute", {"code": "1"}).status == 503
        state = node.ask("GET", f"/api/v1/sandbox/{prime['id']}").json()
        assert (state["status"], state["errorType"]) == ("ERROR", "SANDBOX_LOST")
        assert node.ask("POST", f"/gateway/assay/{prime['id']}/exec", {"command": "true"}).status == 409
        assert session(node, "s", "print(1)")["new_session_created"]
        # Or else the process that is replaced below waits for it.
        assert node.ask("DELETE", "/sessions/s").status == 200
        judged = node.ask("POST", "/v1/verify", {"language": "python", "sandbox": {"id": box, "code": "p.py"},
                                                 "problem": {"mode": "run"}})
        assert judged.status == 409 and judged.json()["error"]["reason"] == "lost", judged.body
        assert node.ask("GET", "/v1/nodes").json()["nodes"][0]["sandboxes"]["draining"] == 0
        # A second update forgets nothing that lives.
        again = node.box()
        node.update()
        assert node.run(again, "echo there") == "there\n"
        node.ask("DELETE", f"/v1/sandboxes/{again}")


def test_updates_in_a_row_keep_them_all(tmp_path):
    with Node(tmp_path) as node:
        boxes = [node.box()]
        for _ in range(3):
            node.update()
            boxes.append(node.box())
        assert all(server.process.poll() is None for server in node.servers)
        for box in boxes:
            assert node.run(box, f"echo {box}") == f"{box}\n"
        listed = {one["id"]: one["draining"] for one in node.ask("GET", "/v1/sandboxes").json()["sandboxes"]}
        assert listed == {box: box != boxes[-1] for box in boxes}
        assert node.ask("GET", "/v1/sandboxes/sb-ffffffffffffffffffffffff").status == 404
        # The oldest process ends with its last sandbox, then the one that waited for it.
        for box, server in zip(boxes, node.servers[:-1]):
            assert node.ask("DELETE", f"/v1/sandboxes/{box}").status == 200
            assert server.process.wait(300) == 0


def rows(node):
    return node.ask("GET", "/v1/verdicts?limit=1000").json()["verdicts"]


def test_the_history_has_each_verdict_once(tmp_path):
    quick = {"language": "python", "problem": {"mode": "stdin_stdout", "tests": [{"input": "7", "expected": "7"}]}}
    with Node(tmp_path, "--history", str(tmp_path / "history")) as node:
        judged = 0

        def judge(count):
            nonlocal judged
            for _ in range(count):
                reply = node.ask("POST", "/v1/verify", {**quick, "code": f"print(input())  # {judged}"})
                assert reply.json()["verdict"] == "AC"
                judged += 1

        judge(5)
        held = node.box()
        slow = http.client.HTTPConnection("127.0.0.1", node.port, timeout=600)
        slow.request("POST", "/v1/verify", json.dumps({
            **quick, "code": "import time; time.sleep(8); print(input())", "limits": {"wall_time_s": 60}}))
        wait_until(lambda: node.ask("GET", "/v1/info").json()["running"] == 1)
        first = node.update()
        judge(5)
        assert json.load(slow.getresponse())["verdict"] == "AC"  # by the old process, after the new one's first
        judged += 1
        judge(3)
        wait_until(lambda: len(rows(node)) == judged)
        ids = [row["id"] for row in rows(node)]
        assert len(set(ids)) == judged
        node.ask("DELETE", f"/v1/sandboxes/{held}")
        assert first.process.wait(300) == 0
        judge(2)
        wait_until(lambda: len(rows(node)) == judged)
        assert sorted(ids) == sorted(row["id"] for row in rows(node) if row["id"] in set(ids))
        node.update()  # and again, by then the lock is the newest one's to take
        judge(1)
        wait_until(lambda: len(rows(node)) == judged)
    assert not any("in memory only" in line for server in node.servers for line in server.log)


class Notify:
    """Systemd's end of NOTIFY_SOCKET."""

    def __init__(self, path):
        self.path, self.told = str(path), []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.path)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        while True:
            self.told.append(self._socket.recv(4096).decode())


def test_a_service_manager_hears_how_it_goes(tmp_path):
    heard = [Notify(tmp_path / "notify1"), Notify(tmp_path / "notify2")]
    arguments = [*USUAL, "--takeover", str(tmp_path / "door"), "--drain-timeout-s", "120"]
    first = AssayServer(arguments, environment={"NOTIFY_SOCKET": heard[0].path})
    first.start()
    second = AssayServer(arguments, environment={"NOTIFY_SOCKET": heard[1].path}, port=first.port)
    try:
        wait_until(lambda: "READY=1" in heard[0].told)
        box = first.post("/v1/sandboxes", LONG).json()["id"]
        second.start()
        wait_until(lambda: "READY=1" in heard[1].told)
        wait_until(lambda: any(said.startswith("STATUS=replaced") and said.endswith(": 1") for said in heard[0].told))
        assert second.request("DELETE", f"/v1/sandboxes/{box}").status == 200
        assert first.process.wait(300) == 0  # which `Restart=on-failure` leaves alone
    finally:
        assert second.stop() == 0
        first.stop()
    assert "STOPPING=1" in heard[1].told
