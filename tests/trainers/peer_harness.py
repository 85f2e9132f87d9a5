"""What the trainers' clients run in: empty modules for what has nothing to do with rewards, a proxy that keeps what
passes and puts faults in between, and a server that is killed in mid-batch and comes back.

A fault is a status to answer instead of passing on, "cut" (half an answer, and the connection ends) or "slow" (the
answer comes seconds late); each is for one of the next requests.
"""

import base64
import contextlib
import importlib
import importlib.util
import json
import pathlib
import subprocess
import sys
import threading
import time
import types
from http.client import HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.request import Request, urlopen

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import server as harness  # noqa: E402

SUM = "```python\nprint(sum(map(int, input().split())))\n```"
WRONG = "```python\nprint(0)\n```"
SLOW_S = 3.0
PASSED_ON = ("content-type", "accept", "x-assay-problem")
TOKEN = "s3cret"


def sleeper(number):
    """A right answer to SUM's tests that takes long enough for the server to be killed meanwhile."""
    return f"```python\nimport time\ntime.sleep(0.5)\nprint(sum(map(int, input().split())))  # {number}\n```"


def label():
    return {"tests": [{"input": "1 2\n", "output": "3\n"}]}


class Anything(types.ModuleType):
    """A module of which everything there might be is there, and none of it does anything."""

    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {"__init__": lambda self, *a, **k: None, "__call__": lambda self, *a, **k: None,
                               "__getattr__": lambda self, key: lambda *a, **k: None})


def stub(*names):
    for name in names:
        sys.modules.setdefault(name, Anything(name))


def stub_missing(*names):
    """Empty modules for those of these that aren't installed."""
    for name in names:
        parent = name.rpartition(".")[0]
        if isinstance(sys.modules.get(parent), Anything) or (name not in sys.modules and
                                                             importlib.util.find_spec(name) is None):
            stub(name)


def load(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def commit(folder):
    try:
        return (folder / ".commit").read_text().strip()
    except OSError:
        done = subprocess.run(["git", "-C", folder, "log", "-1", "--format=%h %cs"], capture_output=True, text=True)
        return done.stdout.strip() or "unknown"


def check(name, got, wanted):
    assert got == wanted, f"{name}: {got!r}, not {wanted!r}"


def answer_of(kind, data):
    """An answer to keep: JSON, or of a stream its lines in the order of the submissions."""
    if "ndjson" in kind:
        lines = [json.loads(line) for line in data.splitlines() if line.strip()]
        return {"lines": sorted(lines, key=lambda line: line.get("index", len(lines)))}
    return json.loads(data)


def has_token(authorization):
    kind, _, said = authorization.partition(" ")
    return (base64.b64decode(said).decode().partition(":")[2] if kind == "Basic" else said) == TOKEN


class Server(ThreadingHTTPServer):
    request_queue_size = 128  # clients come all at once


class Recorder:
    """A proxy that passes requests on and keeps them with their answers. `url` is where it is."""

    def __init__(self, url, peer):
        self.exchanges, self.faults, self.faulted, self.asks_for_token = [], [], [], False
        self.passed = []  # the body and the status of each request; 0: no whole answer came
        recorder = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def pass_on(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0)) or None
                if recorder.asks_for_token and not has_token(self.headers.get("Authorization", "")):
                    return self.answer(401, "application/json", b'{"detail": "no token"}')
                fault = recorder.faults.pop(0) if recorder.faults else None
                if fault is not None:
                    recorder.faulted.append(fault)
                if isinstance(fault, int):
                    return self.answer(fault, "application/json", b'{"detail": "a fault of the test"}')
                headers = {name: value for name, value in self.headers.items() if name.lower() in PASSED_ON}
                try:
                    with urlopen(Request(url + self.path, body, headers, method=self.command)) as reply:
                        status, kind, answer = reply.status, reply.headers.get("Content-Type", ""), reply.read()
                except HTTPError as error:
                    status, kind, answer = error.code, error.headers.get("Content-Type", ""), error.read()
                except (OSError, HTTPException):
                    recorder.passed.append((body, 0))
                    self.close_connection = True
                    return None
                recorder.passed.append((body, status))
                if fault == "slow":
                    time.sleep(SLOW_S)
                if fault == "cut":
                    self.close_connection = True
                    return self.answer(status, kind, answer, len(answer) // 2)
                if body is not None and self.command == "POST" and "json" in kind:
                    recorder.exchanges.append({"peer": peer, "path": self.path, "request": json.loads(body),
                                               "status": status, "answer": answer_of(kind, answer)})
                return self.answer(status, kind, answer)

            do_POST = do_GET = do_PUT = pass_on

            def answer(self, status, kind, body, sent=None):
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                with contextlib.suppress(OSError):  # a client that has left
                    self.wfile.write(body[:sent])

            def log_message(self, *_):
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @contextlib.contextmanager
    def with_token(self):
        """What has no token gets 401; `url` has it, for clients that know only a URL."""
        plain, self.asks_for_token = self.url, True
        self.url = plain.replace("//", f"//assay:{TOKEN}@")
        try:
            yield plain
        finally:
            self.url, self.asks_for_token = plain, False


@contextlib.contextmanager
def killed_in_mid_batch(after_s=0.8, back=True):
    """The URL of a server that is killed after `after_s`; `back`: another one follows on its port."""
    servers = [harness.AssayServer(["--slots", "2"])]
    servers[0].start()
    port = servers[0].port

    def kill():
        time.sleep(after_s)
        servers[0].kill()
        if back:
            servers.append(harness.AssayServer(["--slots", "2"], port=port))
            servers[1].start()

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        killer.join()
        for server in servers:
            server.stop()
