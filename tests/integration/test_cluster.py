"""`assay cluster` with the real engines: what it renders is accepted, and does what it says."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time

import pytest

from harness import server as harness
from harness.client import Client
from harness.cluster import PATIENCE_S, FakeNode, Front, agents_of, assay_cluster, engine, free_port
from harness.server import REPOSITORY

sys.path.insert(0, str(REPOSITORY / "clients" / "python" / "src"))
import assay  # noqa: E402

pytestmark = [
    pytest.mark.skipif(harness.why_not() is not None, reason=str(harness.why_not())),
    pytest.mark.skipif(engine("haproxy") is None or engine("nginx") is None, reason="haproxy and nginx are not installed"),
]

NODES = ["--node", "n1=127.0.0.1:8081,slots=8,agent=9101", "--node", "node-2.b_c=[::1]:8082,weight=3",
         "--node", "n3=localhost:8083"]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    path = tmp_path_factory.mktemp("tls") / "front.pem"
    made = subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                           "-subj", "/CN=localhost", "-keyout", "-", "-out", "-", "-days", "2"],
                          capture_output=True, check=True, timeout=PATIENCE_S)
    path.write_bytes(made.stdout)
    return path


def accepts(name, config):
    argv = {"haproxy": [engine("haproxy"), "-c", "-f", config], "nginx": [engine("nginx"), "-t", "-c", config]}[name]
    checked = subprocess.run(argv, capture_output=True, text=True, timeout=PATIENCE_S)
    return checked.returncode == 0 and "WARNING" not in checked.stderr, checked.stderr + checked.stdout


@pytest.mark.parametrize("name", ["haproxy", "nginx"])
def test_the_engine_accepts_every_variation(tmp_path, certificate, name):
    config = tmp_path / f"{name}.conf"
    tight = ["--per-slot", "1", "--queue-timeout-s", "1", "--answer-timeout-s", "604800", "--max-connections", "512"]
    for arguments in ([], NODES[:2], [*NODES, "--certificate", certificate, "--metrics", ""], [*NODES[2:], *tight]):
        assay_cluster("render", "--for", name, "--bind", "127.0.0.1:65000",
                      "--out", config, *arguments)
        fine, said = accepts(name, config)
        assert fine, f"{arguments}: {said}"


def test_nodes_come_and_go_while_the_front_runs(tmp_path):
    with FakeNode("n1") as first, FakeNode("n2") as second, Front(tmp_path, [first.spec]) as front:
        assert front.answers(4) == {"n1"}
        front.command("add", second.spec)
        assert front.answers(8) == {"n1", "n2"}
        assert second.spec in front.file.read_text()
        front.command("add", second.spec)  # again is fine

        front.command("drain", "n1")
        assert front.answers(8) == {"n2"}
        assert front.status()["n1"]["status"] == "DRAIN"
        front.command("drain", "n1", "--undo")
        front.wait(lambda status: status["n1"]["status"] == "UP")
        assert front.answers(8) == {"n1", "n2"}

        front.command("remove", "n1")
        assert front.answers(8) == {"n2"}
        assert set(front.status()) == {"n2"}
        # What a restart would read is what runs.
        assert front.config.read_text() == front.command("render").stdout
        assert "n1" not in front.config.read_text() and accepts("haproxy", front.config)[0]


def test_a_change_that_fails_changes_nothing(tmp_path):
    with FakeNode("n1") as node, Front(tmp_path, [node.spec]) as front:
        before = front.file.read_text(), front.config.read_text()
        dead = front.command("add", f"n2=127.0.0.1:{free_port()}", "--wait-s", "1", check=False)
        assert dead.returncode == 1 and "n2 at 127.0.0.1:" in dead.stderr and "isn't ready: DOWN" in dead.stderr
        other = front.command("add", "n1=127.0.0.1:1", check=False)
        assert other.returncode == 2 and "another node 'n1'" in other.stderr
        nobody = front.command("drain", "n7", check=False)
        assert nobody.returncode == 2 and "no server 'n7'" in nobody.stderr
        nowhere = front.command("remove", "n1", "--socket", tmp_path / "no.sock", check=False)
        assert nowhere.returncode == 1 and "no.sock" in nowhere.stderr and "nobody listens" in nowhere.stderr
        assert (front.file.read_text(), front.config.read_text()) == before
        assert set(front.status()) == {"n1"} and front.answers(2) == {"n1"}


def test_a_busy_node_is_cut_off_only_by_force(tmp_path):
    with FakeNode("n1") as busy, FakeNode("n2") as other, Front(tmp_path, [busy.spec, other.spec]) as front:
        front.command("drain", "n2")
        busy.hold_s = PATIENCE_S
        held = socket.create_connection(("127.0.0.1", front.port))
        held.sendall(b"POST /v1/verify HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
        front.wait(lambda status: status["n1"]["running"] == 1)
        refused = front.command("remove", "n1", "--wait-s", "0", check=False)
        assert refused.returncode == 1 and "1 requests under way" in refused.stderr
        assert "n1" in front.status()
        front.command("remove", "n1", "--wait-s", "0", "--force")
        assert set(front.status()) == {"n2"}
        held.close()
        busy.hold_s = 0


def test_problems_meet_and_sandboxes_stay(tmp_path):
    nodes = [FakeNode(f"n{i}") for i in range(1, 4)]
    with nodes[0], nodes[1], nodes[2], Front(tmp_path, [node.spec for node in nodes]) as front:
        # One node a problem, and more than one node for many; its own path is to the same.
        def place_of(**request):
            # A request that HAProxy hasn't counted as over yet may have the next one passed on.
            for _ in range(50):
                place = front.answers(3, **request)
                if len(place) == 1:
                    break
            return place

        places = []
        for number in range(12):
            problem = f"{number:064x}"
            place = place_of(headers={"X-Assay-Problem": problem})
            assert len(place) == 1 and place_of(path=f"/v1/problems/{problem}") == place
            places += place
        assert len(set(places)) > 1
        box = "0123456789abcdef01234567"
        for node in nodes:
            for path in (f"/v1/sandboxes/sb-{node.name}-{box}/exec", f"/t/secret/v1/sandboxes/sb-{node.name}-{box}",
                         f"/gateway/ns/sb-{node.name}-{box}/command"):
                assert front.answers(2, path=path) == {node.name}
            assert front.answers(2, headers={"E2b-Sandbox-Id": f"sb-{node.name}-{box}"}) == {node.name}
        # Its sandboxes stay reachable while it drains.
        front.command("drain", "n2")
        assert front.answers(2, path=f"/v1/sandboxes/sb-n2-{box}") == {"n2"}
        assert "n2" not in front.answers(9, path="/v1/sandboxes")
        front.command("drain", "n2", "--undo")
        front.wait(lambda status: status["n2"]["status"] == "UP")
        # And while it drains by itself, which the checks take for down, each backend's own.
        nodes[1].ready = False
        deadline = time.monotonic() + PATIENCE_S
        while "n2" in front.answers(9, path="/v1/sandboxes"):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert front.answers(2, path=f"/v1/sandboxes/sb-n2-{box}") == {"n2"}


def test_without_a_node_clients_get_what_they_try_again(tmp_path):
    with FakeNode("n1") as node, Front(tmp_path, [node.spec]) as front:
        node.ready = False
        front.wait(lambda status: status["n1"]["status"] == "DOWN")
        native = front.client.post("/v1/verify", {})
        assert native.status == 503 and native.headers["retry-after"] == "1"
        assert native.json()["error"]["code"] == "unavailable"
        late = front.client.post("/run_code", {})  # SandboxFusion's clients try nothing else again
        assert late.status == 504 and late.json()["error"]["code"] == "unavailable"
        shown = front.command("status", check=False)
        assert shown.returncode == 1 and "DOWN" in shown.stdout and "n1" in shown.stdout


def alive(pid):
    try:
        os.kill(pid, 0)
        return True
    except ProcessLookupError:
        return False


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_a_cluster_to_try_out_ends_with_its_command(tmp_path, end):
    port = free_port()
    up = subprocess.Popen([harness.binary(), "cluster", "up", "--nodes", "2", "--bind", f"127.0.0.1:{port}",
                           "--folder", tmp_path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
                          env={"ASSAY_TOOLCHAIN_SELF_TEST": "off", **os.environ})
    try:
        assert f"2 nodes behind http://127.0.0.1:{port}" in up.stdout.readline()
        with open(f"/proc/{up.pid}/task/{up.pid}/children", encoding="ascii") as listed:
            children = list(map(int, listed.read().split()))
        assert len(children) == 3
        told = json.loads(assay_cluster("status", "--json", "--cluster", tmp_path / "cluster.yaml").stdout)
        assert told["ready"] and [node["slots"] for node in told["nodes"]] == [1, 1]
        # Nodes tell the front their load where any of them will do, and nowhere else: sandboxes' streams are not bounded.
        deadline = time.monotonic() + PATIENCE_S
        while (agents := agents_of(tmp_path / "haproxy.sock")).pop("assay") != {"L7OK"}:
            assert time.monotonic() < deadline, agents
            time.sleep(0.1)
        assert len(agents) >= 2 and all(heard == {""} for heard in agents.values()), agents
        reply = Client(f"http://127.0.0.1:{port}").post("/v1/verify", {"language": "python", "code": "print(1)", "problem": {"mode": "run"}})
        assert reply.status == 200 and reply.headers["x-assay-server"] in ("n1", "n2")
        # Whichever node answers, it knows all of them.
        nodes = Client(f"http://127.0.0.1:{port}").request("GET", "/v1/nodes").json()["nodes"]
        assert sorted((node["node"], node["error"]) for node in nodes) == [("n1", None), ("n2", None)]
        # A stored problem is on one node. The Python package sends what is about it there.
        problems = [assay.Problem.stdin_stdout([(f"{i}\n" + "x" * 50_000, str(i))]) for i in range(4)]
        with assay.Client(f"http://127.0.0.1:{port}") as client:
            items = [assay.Submission(problems[i % 4], f"print(input())  # {i}") for i in range(24)]
            assert client.scores(items, batch=4) == [1.0] * 24
            assert client.scores([assay.Submission(problem.sha256, "print(input())") for problem in problems]) == [1.0] * 4
        # Sandboxes are made on either node, and found again by their names.
        front = Client(f"http://127.0.0.1:{port}")
        boxes = [front.post("/v1/sandboxes", {}).json()["id"] for _ in range(4)]
        for box in boxes:
            assert re.fullmatch("sb-n[12]-[0-9a-f]{24}", box)
            ran = front.post(f"/v1/sandboxes/{box}/exec", {"command": f"echo {box}"})
            assert (ran.status, ran.json()["stdout"], ran.headers["x-assay-server"]) == (200, box + "\n", box[3:5])
            assert front.request("DELETE", f"/v1/sandboxes/{box}").status == 200
    finally:
        up.send_signal(end)
        code = up.wait(PATIENCE_S)
    assert code == (0 if end == signal.SIGTERM else -signal.SIGKILL)
    deadline = time.monotonic() + PATIENCE_S
    while any(map(alive, children)):
        assert time.monotonic() < deadline
        time.sleep(0.05)
