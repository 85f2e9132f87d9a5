"""A node that is managed: drained and taken back, asked by HAProxy's agent check, shown beside its peers,
reconfigured while it runs, and replaced by another process without a lost request."""

import http.client
import json
import random
import re
import signal
import socket
import threading
import time

import pytest

from harness import server as harness
from harness.server import AssayServer

pytestmark = pytest.mark.skipif(harness.why_not() is not None, reason=str(harness.why_not()))

QUICK = {"language": "python", "code": "print(input())",
         "problem": {"mode": "stdin_stdout", "tests": [{"input": "7\n", "expected": "7\n"}]}}
# Runs until the client leaves.
ENDLESS = {**QUICK, "code": "import time\ntime.sleep(3000)\n", "limits": {"cpu_time_s": 10, "wall_time_s": 3600}}
SMALL = ["--slots", "1", "--sandboxes", "2", "--warm-sandboxes", "0"]


def wait_until(condition, timeout_s=300):
    deadline = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def agent_port(server):
    wait_until(lambda: any("agent check: port" in line for line in server.log))
    return int(re.search(r"agent check: port (\d+)", "\n".join(server.log)).group(1))


def ask_agent(port, say=b""):
    """What the port says to a peer that says that."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as peer:
        peer.sendall(say)
        said = b""
        try:
            while more := peer.recv(4096):
                said += more
        except ConnectionResetError:
            pass
    return said.decode()


@pytest.fixture(scope="module")
def node(tmp_path_factory):
    folder = tmp_path_factory.mktemp("node")
    config = folder / "assay.yaml"
    config.write_text("log-level: info\nmax-body-mb: 2\nmax-queue: 100\n")
    peers = folder / "peers"
    peers.write_text("# none yet\n")
    with AssayServer([*SMALL, "--node-name", "n1", "--agent-port", "0", "--peers", str(peers), "--log-format", "json",
                      "--config", str(config)]) as server:
        server.config, server.peers = config, peers
        yield server
    assert server.process.returncode == 0
    assert server.leftovers() == []


def test_a_drained_node_finishes_what_it_has_and_takes_nothing_new(node):
    taken = node.connect()
    taken.request("POST", "/v1/verify", json.dumps(ENDLESS), {"Content-Type": "application/json"})
    wait_until(lambda: node.get("/v1/info").json()["running"] == 1)
    port = agent_port(node)
    # Busy, but of a single slot: less would be a weight of 0, which HAProxy takes for a drain.
    assert ask_agent(port) == "up ready 100% maxconn:4\n"
    assert node.post("/v1/admin/drain", {"reason": "kernel update"}).json()["draining"] is True
    assert "draining: kernel update" in node.get("/readyz").body.decode()
    assert ask_agent(port) == "drain\n"
    refused = node.post("/v1/verify", QUICK)
    assert refused.status == 429 and int(refused.headers["retry-after"]) >= 1
    assert node.post("/run_code", {"code": "print(1)", "language": "python"}).status == 504
    assert node.post("/v1/sandboxes", {}).status == 429
    info = node.get("/v1/info").json()
    assert info["draining"] and info["running"] == 1 and not info["ready"]  # what was taken goes on
    assert node.post("/v1/admin/undrain", {}).json()["draining"] is False
    assert node.get("/readyz").status == 200
    taken.close()
    wait_until(lambda: ask_agent(port) == "up ready 100% maxconn:4\n")
    assert node.verify(QUICK)["verdict"] == "AC"


def test_the_agent_port_bears_whatever_peers_do(node):
    port = agent_port(node)
    dice = random.Random(16)
    kept = []
    for turn in range(120):
        peer = socket.create_connection(("127.0.0.1", port), timeout=60)
        try:
            if turn % 2:
                peer.sendall(dice.randbytes(dice.randrange(20_000)))
            if turn % 3 == 0:
                peer.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # it has gone already
        if turn % 4 == 0:
            kept.append(peer)  # reads nothing, and stays
        else:
            peer.close()
    assert ask_agent(port, b"GET / HTTP/1.1\r\n\r\n").startswith("up ready")
    for peer in kept:
        peer.close()
    assert node.get("/healthz").status == 200


def test_peers_are_asked_and_those_that_are_silent_are_said(node):
    with socket.create_server(("127.0.0.1", 0)) as silent, AssayServer([*SMALL, "--node-name", "n2"]) as other:
        lines = [f"http://127.0.0.1:{each}" for each in (node.port, other.port, silent.getsockname()[1])]
        node.peers.write_text("\n".join(lines))

        def rows():
            return node.get("/v1/nodes").json()["nodes"]

        wait_until(lambda: len(rows()) == 3 and rows()[1]["error"] is None)
        own, second, third = rows()
        assert own["self"] and own["node"] == "n1" and own["url"] == lines[0]
        assert second["node"] == "n2" and second["slots"] == 1 and second["ready"] and not second["self"]
        assert third["error"] and third["url"] == lines[2]
        node.peers.write_text("")


def test_requests_have_names_in_answers_and_in_the_log(node):
    reply = node.get("/v1/info", headers={"X-Request-Id": "step-7.item:3"})
    assert reply.headers["x-request-id"] == "step-7.item:3"
    for unfit in ("a b", "x" * 129, 'quote"'):
        given = node.get("/v1/info", headers={"X-Request-Id": unfit}).headers["x-request-id"]
        assert re.fullmatch("[0-9a-f]{16}", given)
    logged = [json.loads(line) for line in node.log if line.startswith("{")]
    assert all({"time", "level", "message"} <= line.keys() for line in logged)


def test_sighup_applies_what_it_can_and_says_the_rest(node):
    def option(name):
        return next(row for row in node.get("/v1/admin/config").json()["options"] if row["name"] == name)

    assert option("log-level") == {"name": "log-level", "value": "info", "source": "file", "reload": True,
                                   "pending": None}
    assert option("slots")["source"] == "flag" and option("port")["source"] == "flag"
    big = {**QUICK, "code": "#" + "x" * (3 << 20)}
    assert node.post("/v1/verify", big).status == 413
    node.config.write_text("log-level: debug\nmax-body-mb: 8\nmax-queue: 200\n")
    node.process.send_signal(signal.SIGHUP)
    wait_until(lambda: option("log-level")["value"] == "debug")
    assert option("max-body-mb")["value"] == "8" and node.post("/v1/verify", big).status == 200
    assert option("max-queue") == {"name": "max-queue", "value": "100", "source": "file", "reload": False,
                                   "pending": "200"}
    node.get("/healthz", headers={"X-Request-Id": "after-reload"})
    lines = node.get("/v1/logs?limit=2000").json()
    assert any(line["message"] == "SIGHUP: log-level = 'debug'" for line in lines["lines"])
    assert any("max-queue" in line["message"] and "restart" in line["message"] for line in lines["lines"])
    assert any(line["request"] == "after-reload" and line["level"] == "debug" for line in lines["lines"])
    assert all(line["level"] == "warn" for line in node.get("/v1/logs?level=warn").json()["lines"])
    node.config.write_text("log-level: loud\n")
    node.process.send_signal(signal.SIGHUP)
    wait_until(lambda: any("stay as they are" in line["message"]
                           for line in node.get(f"/v1/logs?after={lines['next']}&limit=2000").json()["lines"]))
    assert option("log-level")["value"] == "debug"


class Load:
    """Clients that ask without pause and never again: what isn't answered with a verdict is lost."""

    def __init__(self, port, kept, fresh):
        self.port, self.ending = port, False
        self.answered, self.lost = 0, []
        self._lock = threading.Lock()
        self._clients = [threading.Thread(target=self._ask, args=(index, index < kept)) for index in range(kept + fresh)]
        for client in self._clients:
            client.start()

    def _ask(self, index, keep):
        connection, turn = None, 0
        while not self.ending:
            turn += 1
            connection = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
            body = {**QUICK, "code": f"# {index}.{turn}\nprint(input())"}
            try:
                connection.request("POST", "/v1/verify", json.dumps(body), {"Content-Type": "application/json"})
                reply = connection.getresponse()
                verdict = json.loads(reply.read())
                problem = None if (reply.status, verdict.get("verdict")) == (200, "AC") else f"{reply.status} {verdict}"
                close = reply.getheader("Connection", "").lower() == "close"
            except (OSError, http.client.HTTPException, ValueError) as error:
                problem, close = repr(error), True
            with self._lock:
                self.answered += 1
                if problem:
                    self.lost.append(problem)
            if close or not keep:
                connection.close()
                connection = None
        if connection:
            connection.close()

    def count(self):
        with self._lock:
            return self.answered

    def end(self):
        self.ending = True
        for client in self._clients:
            client.join()


def test_no_request_is_lost_when_another_process_takes_over(tmp_path):
    door = str(tmp_path / "takeover.sock")
    arguments = [*SMALL, "--agent-port", "0", "--takeover", door, "--drain-timeout-s", "120"]
    servers = [AssayServer(arguments)]
    load = None
    try:
        servers[0].start()
        port = servers[0].port
        agent = agent_port(servers[0])
        load = Load(port, kept=3, fresh=3)
        wait_until(lambda: load.count() > 20)
        for _ in range(3):
            before = load.count()
            servers.append(AssayServer(arguments, port=port))
            servers[-1].start()
            assert servers[-2].process.wait(300) == 0  # by itself, its work done
            assert any("drained: all work was finished" in line for line in servers[-2].log)
            assert ask_agent(agent).startswith("up ready")
            wait_until(lambda: load.count() > before + 20)
    finally:
        if load:
            load.end()
        for server in servers:
            server.stop()
    assert load.lost == []
    assert all(server.leftovers() == [] for server in servers)
    assert list(tmp_path.iterdir()) == []


def test_a_server_that_has_the_address_but_offers_it_only_later_is_waited_for(tmp_path):
    """As one does that has just taken over itself."""
    door = str(tmp_path / "takeover.sock")
    with socket.create_server(("127.0.0.1", 0)) as held, socket.socket(socket.AF_UNIX) as offers:
        next_one = AssayServer([*SMALL, "--takeover", door], port=held.getsockname()[1])
        taken = threading.Thread(target=next_one.start)
        taken.start()
        try:
            wait_until(lambda: next_one.process is not None)
            time.sleep(2)  # it meets the taken address
            assert next_one.process.poll() is None
            offers.bind(door)
            offers.listen()
            offers.settimeout(60)
            with offers.accept()[0] as asks:
                socket.send_fds(asks, [b"assay 1\n"], [held.fileno()])
                assert asks.recv(100) == b"ready\n"
            held.close()
            taken.join()
            assert next_one.verify(QUICK)["verdict"] == "AC"
        finally:
            taken.join()
            next_one.stop()
    assert next_one.leftovers() == []


def test_what_listens_elsewhere_is_not_taken(tmp_path):
    door = str(tmp_path / "takeover.sock")
    with AssayServer([*SMALL, "--takeover", door]) as server:
        other = AssayServer([*SMALL, "--takeover", door, "--host", "127.0.0.2"], port=server.port)
        with pytest.raises(RuntimeError, match="the options say 127.0.0.2"):
            other.start()
        assert server.verify(QUICK)["verdict"] == "AC"
