"""Fronts of the real engines for tests: HAProxy before nodes, and nodes that only say who they are.

    with FakeNode("n1") as node, Front(folder, [node.spec]) as front:
        assert front.client.get("/v1/verify").json()["node"] == "n1"
"""

import collections
import csv
import http.server
import json
import pathlib
import shutil
import socket
import subprocess
import threading
import time

from .client import Client
from .server import binary

PATIENCE_S = 120


def engine(name):
    """The path of haproxy or nginx, or None: ordinary users' paths lack /usr/sbin."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def assay_cluster(*arguments, check=True):
    """Runs `assay cluster …`."""
    done = subprocess.run([binary(), "cluster", *map(str, arguments)], capture_output=True, text=True,
                          timeout=PATIENCE_S, stdin=subprocess.DEVNULL)
    assert not check or done.returncode == 0, done.stderr
    return done


def agents_of(path):
    """What HAProxy has heard from nodes' agents, by backend."""
    with socket.socket(socket.AF_UNIX) as runtime:
        runtime.connect(str(path))
        runtime.sendall(b"show stat\n")
        table = runtime.makefile(encoding="utf-8").read()
    heard = collections.defaultdict(set)
    for row in csv.DictReader(table.removeprefix("# ").splitlines()):
        if row["svname"] not in ("FRONTEND", "BACKEND"):
            heard[row["pxname"]].add(row["agent_status"])
    return heard


class FakeNode:
    """Answers everything with its name; /readyz as `ready` says. `hold_s`: how long what isn't a probe takes."""

    def __init__(self, name, port=0):
        self.name, self.ready, self.hold_s, self.seen = name, True, 0, []
        node = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1

            def answer(self):
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                probe = self.path in ("/readyz", "/v1/info")
                if not probe:
                    node.seen.append(self.path)
                    time.sleep(node.hold_s)
                body = json.dumps({"node": node.name, "slots": 2, "tier": "fake", "version": "0",
                                   "draining": False}).encode()
                self.send_response(200 if node.ready or self.path != "/readyz" else 503)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = do_PUT = answer

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.handle_error = lambda *_: None  # probes hang up as soon as they know
        self.port = self._server.server_address[1]
        self.spec = f"{name}=127.0.0.1:{self.port},slots=2"

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()


class Front:
    """HAProxy as `assay cluster render` configures it, with its files in `folder`."""

    def __init__(self, folder, nodes, **front):
        self.folder = pathlib.Path(folder)
        self.port = free_port()
        self.config, self.file = self.folder / "haproxy.cfg", self.folder / "cluster.yaml"
        fields = {"bind": f"127.0.0.1:{self.port}", "socket": str(self.folder / "h.sock"), "metrics": "",
                  "config": str(self.config), "max-connections": 400, **front}
        self.file.write_text("front:\n" + "".join(f"  {key}: {json.dumps(value)}\n" for key, value in fields.items()) +
                             "nodes:\n" + "".join(f"  - \"{node}\"\n" for node in nodes))
        self.nodes = [node.partition("=")[0] for node in nodes]
        self.client = Client(f"http://127.0.0.1:{self.port}")
        self.process = None

    def __enter__(self):
        self.render()
        self._log = open(self.folder / "haproxy.log", "ab")
        self.process = subprocess.Popen([engine("haproxy"), "-db", "-f", str(self.config)], stdin=subprocess.DEVNULL,
                                        stdout=self._log, stderr=self._log)
        self.wait(lambda status: all(status[name]["status"] == "UP" for name in self.nodes))
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self._log.close()

    def render(self):
        self.command("render", "--out", self.config)

    def command(self, verb, *arguments, check=True):
        return assay_cluster(verb, *arguments, "--cluster", self.file, check=check)

    def status(self):
        """What the front says of each node, by its name."""
        told = json.loads(self.command("status", "--json", check=False).stdout)
        return {node["node"]: node["front"] for node in told["nodes"]} if told["front_error"] is None else None

    def wait(self, reached):
        deadline = time.monotonic() + PATIENCE_S
        while True:
            status = self.status()
            if status is not None and reached(status):
                return
            assert self.process.poll() is None, (self.folder / "haproxy.log").read_text()
            assert time.monotonic() < deadline, (status, (self.folder / "haproxy.log").read_text())
            time.sleep(0.1)

    def sent_again(self):
        """How many requests the front has sent once more to a node."""
        with socket.socket(socket.AF_UNIX) as api:
            api.connect(str(self.folder / "h.sock"))
            api.sendall(b"show stat\n")
            lines = b"".join(iter(lambda: api.recv(1 << 16), b"")).decode().removeprefix("# ").splitlines()
        rows = [row for row in csv.DictReader(lines) if row["svname"] == "BACKEND"]
        return sum(int(row["wretr"]) + int(row["wredis"]) for row in rows)

    def answers(self, count, path="/v1/verify", headers=None):
        """Who answers that many requests: a set of names."""
        replies = [self.client.request("POST", path, b"x", headers) for _ in range(count)]
        assert all(reply.status == 200 for reply in replies), [reply.body for reply in replies]
        return {reply.json()["node"] for reply in replies}
