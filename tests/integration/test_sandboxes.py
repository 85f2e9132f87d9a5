"""Sandboxes that live, over HTTP, in real boxes: the native routes, Prime's and E2B's frames, kernels, limits,
tenants, and what is left by a killed server and by clients that vanish."""

import contextlib
import json
import os
import socket
import struct
import subprocess

import pytest

from harness import server as harness
from harness.server import AssayServer
from harness.waiting import until

pytestmark = pytest.mark.skipif(harness.why_not() is not None, reason=str(harness.why_not()))


@pytest.fixture(scope="module")
def server():
    with AssayServer(["--slots", "1", "--warm-sandboxes", "0"]) as started:
        yield started
        assert started.stop() == 0
        assert started.leftovers() == []


class Box:
    def __init__(self, server, headers=None, **request):
        self.server, self.headers = server, headers or {}
        made = self.ask("POST", "", request, at="/v1/sandboxes")
        assert made.status == 201, made.body
        self.id = made.json()["id"]

    def ask(self, method, path, body=None, at=None):
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        return self.server.request(method, (at or f"/v1/sandboxes/{self.id}") + path, data, self.headers)

    def run(self, command, **more):
        reply = self.ask("POST", "/exec", {"command": command, **more})
        assert reply.status == 200, reply.body
        return reply.json()


@pytest.fixture
def box(server):
    made = Box(server)
    yield made
    assert made.ask("DELETE", "").status == 200


def test_programs_and_files_stay(box):
    ran = box.run("echo out; echo err >&2; echo kept > a; exit 3")
    assert (ran["stdout"], ran["stderr"], ran["exit_code"]) == ("out\n", "err\n", 3)
    data = bytes(range(256)) * 1000
    assert box.ask("PUT", "/files?path=d/b.bin", data).status == 200
    assert box.ask("GET", "/files?path=d/b.bin").body == data
    assert box.ask("GET", "/files?path=a").body == b"kept\n"
    assert box.run("wc -c < d/b.bin")["stdout"] == "256000\n"
    # What a command leaves behind lives on.
    box.run("(sleep 0.3; echo later > late; exec sleep 600) > /dev/null 2>&1 &")
    until(lambda: box.ask("GET", "/files?path=late").body == b"later\n")
    assert box.run("sleep 60", timeout_s=0.3)["timed_out"]


def test_a_stream_tells_each_event(box):
    reply = box.ask("POST", "/exec", {"command": "echo a; echo b >&2; kill -9 $$", "stream": True})
    events = [json.loads(line) for line in reply.body.splitlines()]
    assert events[0]["event"] == "start" and events[0]["pid"] > 0
    assert {(one["event"], one.get("text")) for one in events[1:-1]} == {("stdout", "a\n"), ("stderr", "b\n")}
    assert (events[-1]["event"], events[-1]["exit_code"], events[-1]["signal"]) == ("end", None, "SIGKILL")


def test_a_fork_has_the_files_and_recycling_takes_them_back(box):
    box.run("echo first > a")
    assert box.ask("POST", "/snapshot").status == 200
    box.run("echo second > a; nohup sleep 600 > /dev/null 2>&1 &")
    made = box.ask("POST", "/fork", {"name": "other"})
    assert made.status == 201, made.body
    other = f"/v1/sandboxes/{made.json()['id']}"
    assert box.ask("POST", "/recycle").status == 200
    assert box.run("cat a; pgrep sleep")["stdout"] == "first\n"
    assert box.ask("GET", "/files?path=a", at=other).body == b"second\n"
    assert box.ask("DELETE", "", at=other).status == 200
    assert box.ask("GET", "/files?path=a", at=other).status in (404, 409)


def test_memory_that_is_out_is_named(server):
    small = Box(server, memory_mb=128)
    ran = small.run("python3 -c 'b = bytearray(1 << 30); b[::4096] = b[::4096].replace(b\"\\0\", b\"x\"); import time; time.sleep(60)'")
    assert ran["out_of_memory"] and ran["exit_code"] != 0, ran
    assert small.run("echo alive")["stdout"] == "alive\n"
    small.ask("DELETE", "")


def frame(message):
    return struct.pack(">BI", 0, len(message)) + message


def frames(body):
    while body:
        flag, length = struct.unpack(">BI", body[:5])
        yield flag, body[5:5 + length]
        body = body[5 + length:]


def test_prime_and_e2b_by_their_frames(server):
    wanted = {"name": "t", "docker_image": "python:3.11-slim", "vm": True, "labels": ["frames"]}
    made = server.post("/api/v1/sandbox", wanted).json()
    assert made["status"] == "RUNNING"
    auth = server.post(f"/api/v1/sandbox/{made['id']}/auth", {}).json()
    process = {"process": {"cmd": "/bin/bash", "args": ["-c", "echo hello; exit 4"]}}
    start = frame(json.dumps(process).encode())
    at_prime = (f"/gateway/{auth['user_ns']}/{auth['job_id']}/command_session.CommandSession/Start",
                {"Authorization": f"Bearer {auth['token']}"})
    e2b = server.post("/v2/sandboxes", {"templateID": "base", "timeout": 60}).json()
    at_e2b = ("/process.Process/Start", {"E2b-Sandbox-Id": e2b["sandboxID"], "E2b-Sandbox-Port": "49983",
                                         "X-Access-Token": e2b["envdAccessToken"]})
    for path, headers in (at_prime, at_e2b):
        headers["Content-Type"] = "application/connect+json"
        reply = server.request("POST", path, start, headers)
        told = list(frames(reply.body))
        assert reply.status == 200 and told[-1] == (2, b"{}"), reply.body
        assert b"aGVsbG8K" in reply.body  # "hello\n" in base64
        assert json.loads(told[-2][1])["event"]["end"]["exitCode"] == 4
    assert server.request("DELETE", f"/sandboxes/{e2b['sandboxID']}").status == 204
    assert server.request("DELETE", f"/api/v1/sandbox/{made['id']}").status == 200


def test_a_kernel_keeps_its_state(server):
    kernel = server.post("/v1/kernels", {"name": "work"}).json()["id"]
    assert server.post(f"/v1/kernels/{kernel}/execute", {"code": "x = 20\nx + 1"}).json()["status"] == "ok"
    told = server.post(f"/v1/kernels/{kernel}/execute", {"code": "print(x)\n1/0"}).json()
    assert told["stdout"] == "20\n" and told["error"]["name"] == "ZeroDivisionError"
    assert server.request("DELETE", f"/v1/kernels/{kernel}").status == 200


def token(path, tenant):
    made = subprocess.run([harness.binary(), "token", "new", "--tokens", path, "--name", tenant, "--tenant", tenant],
                          capture_output=True, text=True, timeout=60)
    assert made.returncode == 0, made.stderr
    harness.hand_over(path)
    return {"Authorization": f"Bearer {made.stdout.strip()}"}


def test_recorded_requests_of_clients_of_kernels_are_answered_as_then(server):
    """RECORDED: what unmodified clients sent in one run of tests/sandboxes/check_peers.py, with answers they accepted."""
    recorded = harness.REPOSITORY / "tests" / "sandboxes" / "recorded.jsonl"
    exchanges = [json.loads(line) for line in recorded.read_text(encoding="utf-8").splitlines()]
    assert {each["peer"].split("@")[0] for each in exchanges} == {"NeMo-Skills", "verl-tool"}
    for each in exchanges:
        body = None if each["request"] is None else json.dumps(each["request"]).encode()
        reply = server.request(each["method"], each["path"], body, each["headers"])
        assert (reply.status, reply.json()) == (each["status"], each["answer"]), each


def is_running(command):
    return subprocess.run(["pgrep", "-f", f"^{command}"], stdout=subprocess.DEVNULL).returncode == 0


# Run in a mount namespace of its own, whose mounts are shared as systemd has them.
LATER_MOUNTS = """
import subprocess, sys
sys.path.insert(0, sys.argv[1])
from harness.server import AssayServer

with AssayServer(["--sandboxes", "4", "--warm-sandboxes", "0"]) as server:
    def make():
        return server.post("/v1/sandboxes", {}).json()["id"]
    def run(box, command):
        return server.post(f"/v1/sandboxes/{box}/exec", {"command": command}).json()
    assert run(make(), "true")["exit_code"] == 0
    subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=1777", "later", "/etc/alternatives"], check=True)
    box = make()
    print(run(box, "grep -c later /proc/self/mountinfo; echo x > /etc/alternatives/mark && echo written")["stdout"])
"""


def test_what_the_host_mounts_later_is_in_no_sandbox():
    if os.geteuid() != 0:
        pytest.skip("mounts need root")
    done = subprocess.run(["unshare", "-m", "--propagation", "private", "sh", "-c", "mount --make-rshared / && exec \"$@\"", "sh",
                           "/usr/bin/python3", "-B", "-c", LATER_MOUNTS, str(harness.REPOSITORY / "tests")],
                          capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["0"], done.stdout


def test_tenants_vanished_clients_and_a_killed_server(tmp_path):
    path = str(tmp_path / "tokens.yaml")
    ours, theirs = token(path, "ours"), token(path, "theirs")
    with AssayServer(["--slots", "1", "--warm-sandboxes", "1", "--tokens", path]) as server:
        box = Box(server, ours)
        # Another tenant's sandbox isn't there.
        for method, where in (("GET", ""), ("POST", "/exec"), ("GET", "/files?path=a"), ("DELETE", ""),
                              ("GET", "/ports/8000/")):
            body = b'{"command": "true"}' if method == "POST" else None
            assert server.request(method, f"/v1/sandboxes/{box.id}{where}", body, theirs).status == 404
        assert server.request("GET", "/v1/sandboxes", None, theirs).json()["sandboxes"] == []
        # A client that is gone, after seconds in which nobody uses its sandbox.
        gone = Box(server, ours, idle_s=3)
        gone.run("sleep 987654 > /dev/null 2>&1 &")
        until(lambda: is_running("sleep 987654"))
        until(lambda: gone.ask("GET", "").json()["state"] == "ended")
        assert gone.ask("GET", "").json()["reason"] == "idle"
        until(lambda: not is_running("sleep 987654"))
        box.run("for i in 1 2 3; do nohup setsid sleep 600 > /dev/null 2>&1 & done")
        server.kill()
        assert server.leftovers() == []


# Serves what its first line asks for, some of it no HTTP; who hangs up on /endless leaves a file.
PROGRAM = """
import socketserver

class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        head = [line := self.rfile.readline()]
        while line.strip():
            head.append(line := self.rfile.readline())
        path = head[0].split()[1]
        if path == b"/head":
            self.wfile.write(b"HTTP/1.1 200 OK\\r\\nSet-Cookie: a=b\\r\\n\\r\\n" + b"".join(head))
        elif path == b"/garbage":
            self.wfile.write(b"no\\0http\\r\\n\\r\\n")
        elif path == b"/huge":
            self.wfile.write(b"HTTP/1.1 200 OK\\r\\nX: " + b"x" * 200000 + b"\\r\\n\\r\\n")
        else:
            try:
                self.wfile.write(b"HTTP/1.1 200 OK\\r\\n\\r\\n")
                while True:
                    self.wfile.write(b"x" * 65536)
            except OSError:
                open("left", "w").close()

socketserver.ThreadingTCPServer.daemon_threads = True
socketserver.ThreadingTCPServer(("127.0.0.1", 8001), Handler).serve_forever()
"""


def reader_of(server, path):
    """A client that has read the first bytes of an answer."""
    client = socket.create_connection(("127.0.0.1", server.port), timeout=60)
    client.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    assert client.recv(4096).startswith(b"HTTP/1.1 200")
    return client


def test_programs_are_reached_by_their_ports(server, box):
    port = f"/v1/sandboxes/{box.id}/ports"
    reply = box.ask("GET", "/ports/8000/a")
    assert reply.status == 502 and reply.json()["error"]["code"] == "nothing_listens", reply.body
    data = bytes(range(256)) * 4000
    assert box.ask("PUT", "/files?path=d/a", data).status == 200
    assert box.ask("PUT", "/files?path=program.py", PROGRAM.encode()).status == 200
    for command in ("python3 -m http.server 8000 --bind 127.0.0.1", "python3 -m http.server 8002 --bind ::1",
                    "python3 program.py"):
        reply = box.ask("POST", "/exec", {"command": command, "detached": True})
        assert reply.status == 201, reply.body
    # Either address of "localhost", where the host has both.
    bind = "python3 -c 'import socket; socket.create_server((\"::1\", 9000), family=socket.AF_INET6)'"
    for number in (8000, 8002) if box.run(bind)["exit_code"] == 0 else (8000,):
        until(lambda: box.ask("GET", f"/ports/{number}/d/a").body == data)
        assert server.request("GET", f"{port}/{number}/missing", None, {}).status == 404
    until(lambda: box.ask("GET", "/ports/8001/head").status == 200)
    reply = server.request("POST", f"{port}/8001/head", b"", {"Cookie": "a=s3cret", "X-Assay-Run": "s3cret"})
    assert reply.body.startswith(b"POST /head HTTP/1.1\r\nhost: localhost:8001\r\n") and b"s3cret" not in reply.body
    assert "set-cookie" not in reply.headers and reply.headers["content-security-policy"] == "sandbox"
    for path in ("garbage", "huge"):
        assert box.ask("GET", f"/ports/8001/{path}").json()["error"]["code"] == "bad_answer"
    # Who leaves an endless answer ends it.
    reader_of(server, f"{port}/8001/endless").close()
    until(lambda: box.ask("GET", "/files/info?path=left").status == 200)
    # A paused one goes on, and the end of the sandbox ends what is under way.
    # Without cgroups none is paused, and it says so.
    uncounted = os.environ.get("ASSAY_TIER") == "userns"
    assert box.ask("POST", "/pause").status == (501 if uncounted else 200)
    assert box.ask("GET", "/ports/8000/d/a").body == data
    client = reader_of(server, f"{port}/8001/endless")
    assert box.ask("DELETE", "").status == 200
    last = b""
    with contextlib.suppress(ConnectionError):
        while piece := client.recv(1 << 20):
            last = (last + piece)[-5:]
    assert last != b"0\r\n\r\n"
    reply = box.ask("GET", "/ports/8000/d/a")
    assert reply.status == 409 and reply.json()["error"]["reason"] == "deleted", reply.body


PROBLEM = {"tests": [{"input": "3", "expected": "secret-9"}]}


def judge(box, **source):
    body = {"language": "python", "problem": PROBLEM, "sandbox": {"id": box.id, **source}}
    reply = box.ask("POST", "", body, at="/v1/verify")
    return reply.status, reply.json()


def test_the_files_of_a_sandbox_are_judged_outside_it(server, box):
    box.run("mkdir w; echo 'print(open(\"d\").read().strip())' > w/main.py; echo wrong > w/d")
    source = {"code": "w/main.py", "files": {"d": "w/d"}}
    assert judge(box, **source)[1]["verdict"] == "WA"
    # Another sandbox with the same contents has the same verdict from the cache.
    box.run("echo secret-9 > w/d")
    assert (first := judge(box, **source)[1])["verdict"] == "AC", first
    twin = Box(server)
    twin.run("mkdir w; echo 'print(open(\"d\").read().strip())' > w/main.py; echo secret-9 > w/d")
    assert (same := judge(twin, **source)[1])["verdict"] == "AC" and same["cached"], same
    # Nothing of the tests, the run or the judge has been in the candidate's box.
    twin.run("while :; do ps ax -o args >> seen; ls -a . w /tmp /var/tmp >> seen; done & sleep 0.3")
    uncached = {"language": "python", "cache": False, "problem": PROBLEM, "sandbox": {"id": twin.id, **source}}
    assert twin.ask("POST", "", uncached, at="/v1/verify").json()["verdict"] == "AC"
    seen = twin.run("cat seen; ls -R .")["stdout"]
    assert "main.py" in seen and "tests" not in seen and "checker" not in seen
    found = twin.run("grep -rls secret-9 . /tmp /var/tmp /dev/shm /mnt --exclude seen")["stdout"]
    assert found == "./w/d\n"
    assert twin.ask("DELETE", "").status == 200


def test_what_a_sandbox_offers_to_be_judged_is_bounded_and_its_own(box):
    box.run("ln -s /etc/shadow s; ln -s ../../../../etc/passwd p; truncate -s 1G g; ln -s l l; echo 'print(1)' > m")
    status, body = judge(box, code="s")
    assert status == 422 and body["error"]["field"] == "sandbox.code", body
    assert judge(box, code="l")[0] == 422
    assert judge(box, code="m", files={"f": "g"})[1]["error"]["field"] == "sandbox.files.f"
    # The box's own file of that name, not the host's.
    inside = box.run("cat /etc/passwd")["stdout"]
    reply = box.ask("POST", "", {"language": "python", "code": "print(open('f').read(), end='')",
                                 "problem": {"tests": [{"input": "", "expected": inside}]},
                                 "sandbox": {"id": box.id, "files": {"f": "p"}}}, at="/v1/verify")
    assert reply.json()["verdict"] == "AC", reply.body
    # What changes all the time is refused or whole, never torn.
    box.run("head -c 6000000 /dev/zero | tr '\\0' a > a; tr a b < a > b; cp a f; "
            "(while :; do cat a > f; cat b > f; done) > /dev/null 2>&1 &")
    checked = "print('torn' if len(set(open('f').read())) > 1 else 'whole')"
    for _ in range(5):
        reply = box.ask("POST", "", {"language": "python", "code": checked,
                                     "problem": {"tests": [{"input": "", "expected": "whole"}]},
                                     "sandbox": {"id": box.id, "files": {"f": "f"}}}, at="/v1/verify")
        if reply.status == 422:
            assert "changed" in reply.body.decode(), reply.body
        else:
            assert reply.json()["verdict"] == "AC", reply.body
