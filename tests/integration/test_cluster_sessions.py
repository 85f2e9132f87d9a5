"""What lives on one node is found again through a front: sandboxes, kernels, sessions and exposed ports, by every
door, behind the real HAProxy and nginx with three nodes."""

import base64
import json
import re
import shutil
import struct
import subprocess
import time
import uuid

import pytest

from harness import server as harness
from harness.client import Client
from harness.cluster import PATIENCE_S, Front, assay_cluster, engine, free_port
from harness.real_node import RealNode, running_nodes

pytestmark = [
    pytest.mark.skipif(harness.why_not() is not None, reason=str(harness.why_not())),
    pytest.mark.skipif(engine("haproxy") is None or engine("nginx") is None, reason="haproxy and nginx are not installed"),
    pytest.mark.skipif(shutil.which("unshare") is None, reason="unshare is not installed"),
]

NODES = ["n1", "node-2.b_c", "n3"]
EACH = 6  # more than nodes, so that one which is found by chance is soon not


@pytest.fixture(scope="module")
def nodes():
    with running_nodes(lambda folder: [RealNode(name, folder / name, sandboxes=64) for name in NODES]) as made:
        yield made


@pytest.fixture(scope="module")
def haproxy(nodes, tmp_path_factory):
    with Front(tmp_path_factory.mktemp("haproxy"), [node.spec for node in nodes]) as front:
        yield front


@pytest.fixture(scope="module")
def nginx(nodes, tmp_path_factory):
    folder = tmp_path_factory.mktemp("nginx")
    port = free_port()
    config = folder / "nginx.conf"
    given = [word for node in nodes for word in ("--node", node.spec)]
    assay_cluster("render", "--for", "nginx", "--bind", f"127.0.0.1:{port}", "--out", config, *given)
    running = subprocess.Popen([engine("nginx"), "-c", config, "-p", folder, "-g", f"daemon off; pid {folder}/pid;"])
    client = Client(f"http://127.0.0.1:{port}")
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            assert client.get("/readyz").status == 200
            break
        except OSError:
            assert running.poll() is None and time.monotonic() < deadline
            time.sleep(0.05)
    yield client
    running.terminate()
    running.wait()


@pytest.fixture(params=["haproxy", "nginx"])
def front(request):
    made = request.getfixturevalue(request.param)
    return made.client if request.param == "haproxy" else made


def node_of(name, kind):
    found = re.fullmatch(rf"{kind}-(.+?)-[0-9a-f]{{24,32}}", name)
    assert found and found.group(1) in NODES, name
    return found.group(1)


def answered(reply, status=200):
    assert reply.status == status, (reply.status, reply.body[:500])
    return reply.json() if reply.body else None


def frame(message):
    return struct.pack(">BI", 0, len(message)) + message


START = frame(json.dumps({"process": {"cmd": "/bin/bash", "args": ["-c", "cat /tmp/mark"]}}).encode())


def printed(number):
    return base64.b64encode(b"%d\n" % number)


def test_native_sandboxes(front):
    made = [answered(front.post("/v1/sandboxes", {}), 201)["id"] for _ in range(EACH)]
    assert len({node_of(box, "sb") for box in made}) > 1
    for box in made:
        answered(front.post(f"/v1/sandboxes/{box}/exec", {"command": f"echo {box} > /tmp/mark"}))
    for box in made:
        ran = answered(front.post(f"/v1/sandboxes/{box}/exec", {"command": "cat /tmp/mark"}))
        assert ran["stdout"] == box + "\n"
        assert answered(front.get(f"/v1/sandboxes/{box}"))["id"] == box
        answered(front.request("DELETE", f"/v1/sandboxes/{box}"))


def test_prime(front):
    for number in range(EACH):
        made = answered(front.post("/api/v1/sandbox", {"name": "t", "docker_image": "python:3.11-slim", "vm": True}))
        node_of(made["id"], "sb")
        auth = answered(front.post(f"/api/v1/sandbox/{made['id']}/auth", {}))
        gateway = f"/gateway/{auth['user_ns']}/{auth['job_id']}"
        with_token = {"Authorization": f"Bearer {auth['token']}"}
        answered(front.post(f"/v1/sandboxes/{made['id']}/exec", {"command": f"echo {number} > /tmp/mark"}))
        assert front.get(f"{gateway}/download?path=/tmp/mark", headers=with_token).body == b"%d\n" % number
        started = front.request("POST", f"{gateway}/command_session.CommandSession/Start", START,
                                {**with_token, "Content-Type": "application/connect+json"})
        assert started.status == 200 and printed(number) in started.body, started.body
        # A port that was given away: its address is the key alone.
        exposed = answered(front.post(f"/api/v1/sandbox/{made['id']}/expose", {"port": 8000}))
        key = re.fullmatch(r".*(/exposed/([^/]+)/)", exposed["url"])
        node_of(key.group(2), "x")
        assert front.get(key.group(1)).status == 502  # nobody listens there
        assert front.request("DELETE", f"/api/v1/sandbox/{made['id']}").status == 200


def test_what_is_made_for_a_key_is_made_once(haproxy):
    """Prime's key is in the body, which nginx doesn't read."""
    front = haproxy.client
    wanted = {"name": "t", "docker_image": "python:3.11-slim", "vm": True}
    for number in range(3):
        key = f"key-{number}"
        made = [front.post("/v1/sandboxes", {}, headers={"Idempotency-Key": key}) for _ in range(4)]
        made += [front.post("/v1/sandboxes", {"idempotency_key": key})]
        assert {reply.status for reply in made} <= {200, 201} and len({reply.json()["id"] for reply in made}) == 1
        prime = {answered(front.post("/api/v1/sandbox", {**wanted, "idempotency_key": f"p{key}"}))["id"] for _ in range(4)}
        assert len(prime) == 1
        for box in [made[0].json()["id"], *prime]:
            answered(front.request("DELETE", f"/v1/sandboxes/{box}"))


def test_e2b(front):
    for number in range(EACH):
        path = ("/sandboxes", "/v2/sandboxes")[number % 2]
        made = answered(front.post(path, {"templateID": "base", "timeout": 60}), 201)
        box = made["sandboxID"]
        node_of(box, "sb")
        answered(front.post(f"/v1/sandboxes/{box}/exec", {"command": f"echo {number} > /tmp/mark"}))
        headers = {"E2b-Sandbox-Id": box, "E2b-Sandbox-Port": "49983", "X-Access-Token": made["envdAccessToken"],
                   "Content-Type": "application/connect+json"}
        for by in (headers, {**headers, "Host": f"49983-{box}.sandboxes.example"}):
            started = front.request("POST", "/process.Process/Start", START, by)
            assert started.status == 200 and printed(number) in started.body, started.body
        # A cell of the code interpreter, in the sandbox's own context, which stays.
        by = {"E2b-Sandbox-Id": box, "X-Access-Token": made["envdAccessToken"]}
        for code in (f"x = {number}", "x"):
            cell = front.request("POST", "/execute", {"code": code}, by)
            assert cell.status == 200, cell.body
        assert b'"text":"%d"' % number in cell.body.replace(b" ", b"")
        assert front.request("DELETE", f"/sandboxes/{box}").status == 204


def test_kernels(front):
    kernels = [answered(front.post("/v1/kernels", {}), 201)["id"] for _ in range(EACH)]
    assert len({node_of(kernel, "k") for kernel in kernels}) > 1
    for kernel in kernels:
        assert answered(front.post(f"/v1/kernels/{kernel}/execute", {"code": f"x = '{kernel}'"}))["status"] == "ok"
    for kernel in kernels:
        told = answered(front.post(f"/v1/kernels/{kernel}/execute", {"code": "print(x)"}))
        assert told["stdout"] == kernel + "\n"
        answered(front.request("DELETE", f"/v1/kernels/{kernel}"))


def test_kernels_by_their_names_and_in_a_sandbox(haproxy):
    """Both are said in the body, which nginx doesn't read."""
    front = haproxy.client
    box = answered(front.post("/v1/sandboxes", {}), 201)["id"]
    for _ in range(4):
        kernel = answered(front.post("/v1/kernels", {"sandbox": box}), 201)
        assert node_of(kernel["id"], "k") == node_of(box, "sb")
    named = {name: answered(front.post("/v1/kernels", {"name": name}), 201)["id"] for name in ("a", "b", "c", "d")}
    for name, kernel in named.items():
        for _ in range(3):
            assert answered(front.post("/v1/kernels", {"name": name}))["id"] == kernel
        answered(front.request("DELETE", f"/v1/kernels/{kernel}"))
    answered(front.request("DELETE", f"/v1/sandboxes/{box}"))


def test_sessions_of_nemo_skills(front):
    mine = uuid.uuid4()
    names = [f"{mine} {number}/é" for number in range(EACH)]
    by = {name: {"X-Session-ID": name.encode().decode("latin-1")} for name in names}

    def cell(name, code):
        body = {"generated_code": code, "timeout": 30, "language": "ipython"}
        return answered(front.request("POST", "/execute", body, by[name]))

    for name in names:
        assert cell(name, f"x = {name!r}")["new_session_created"]
    for name in names:
        told = cell(name, "print(x)")
        assert (told["stdout"], told["new_session_created"]) == (name + "\n", False)
    for number in range(2):
        name = f"{mine}-{number}"
        by[name] = {"X-Session-ID": name}
        cell(name, "1")
        answered(front.request("DELETE", f"/sessions/{name}"))


def test_trajectories_of_verl_tool(front):
    def act(*codes):
        names = [f"t{number}" for number in range(len(codes))]
        told = answered(front.post("/get_observation", {
            "trajectory_ids": names, "actions": [f"<python>{code}</python>" for code in codes],
            "finish": [False] * len(codes)}))
        return [each if isinstance(each, str) else each["obs"] for each in told["observations"]]

    act(*(f"x = 'is {number}'" for number in range(4)))
    for _ in range(3):
        assert ["is 2" in text for text in act("print(x)", "print(x)", "print(x)", "print(x)")] == [False, False, True, False]


def test_cells_of_sandbox_fusion(front):
    told = answered(front.post("/run_jupyter", {"cells": ["x = 1", "x + 1"], "total_timeout": 60}))
    assert told["status"] == "Success" and told["cells"][1]["display"] == [{"text/plain": "2"}]


def test_sessions_of_mcp(front):
    headers = {"Accept": "application/json, text/event-stream"}
    for _ in range(EACH):
        begun = front.request("POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}}}, headers)
        session = begun.headers["mcp-session-id"]
        node_of(session, "m")
        by = {**headers, "Mcp-Session-Id": session}
        for _ in range(3):
            answered(front.request("POST", "/mcp", {"jsonrpc": "2.0", "id": 2, "method": "ping"}, by))
        assert front.request("DELETE", "/mcp", headers=by).status in (200, 204)


def test_the_command_says_whose_lists_are(haproxy):
    told = json.loads(haproxy.command("status", "--json").stdout)
    assert told["lists_are_of"] == "one_node"
    assert "Lists through the front" in haproxy.command("status").stdout


def test_a_sandbox_whose_node_is_away_is_not_said_to_be_unknown(haproxy, nodes):
    """Last: it kills a node."""
    front = haproxy.client
    boxes = {}
    while len(boxes) < len(NODES):
        box = answered(front.post("/v1/sandboxes", {}), 201)["id"]
        boxes[node_of(box, "sb")] = box
    nodes[0].kill()
    for seen in ("before its checks have failed", "afterwards"):
        reply = front.get(f"/v1/sandboxes/{boxes['n1']}")
        assert reply.status == 503, (seen, reply.status, reply.body)
        assert answered(front.get(f"/v1/sandboxes/{boxes['n3']}"))["id"] == boxes["n3"]
        haproxy.wait(lambda status: status["n1"]["status"].startswith("DOWN"))
