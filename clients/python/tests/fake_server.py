"""A server of the native routes that misbehaves by a script, in threads.

    def script(request):            # a fault instead of the answer, or None for the answer
        return Status(429, {"Retry-After": "1"}) if request.number == 1 else None

Its verdicts are plain: a program is accepted when its code or response has the word "right", and a math answer is
correct when it is the gold. Problems are stored as by the real one. Of labels it understands texts and numbers
(gold answers) and objects with inputs or a problem (programs).
"""

import dataclasses
import json
import socket
import struct
import threading
import time


@dataclasses.dataclass
class Request:
    number: int  # from 1
    method: str
    path: str
    headers: dict
    body: bytes

    def json(self):
        return json.loads(self.body)


@dataclasses.dataclass
class Status:
    status: int
    headers: dict = dataclasses.field(default_factory=dict)
    body: bytes = b'{"error": {"code": "overloaded", "message": "no room"}}'


@dataclasses.dataclass
class Reset:
    """The connection is reset after so many bytes of the true answer, which may be none."""

    after: int = 0


@dataclasses.dataclass
class Lines:
    """The first lines of the true answer, and then an end that looks clean, or silence."""

    count: int
    then: str = "end"  # or "silence"


@dataclasses.dataclass
class Held:
    """A stream of these lines, of which the last one waits for the event."""

    lines: list
    until: threading.Event


@dataclasses.dataclass
class Raw:
    """These bytes, and the connection is closed."""

    data: bytes


@dataclasses.dataclass
class Slow:
    """The true answer, after some time."""

    seconds: float


def code_result(index, given, score, **more):
    accepted = score == 1.0
    body = {"id": str(given.get("id", index)), "index": index, "verdict": "AC" if accepted else "WA",
            "cause": "candidate", "score": score, "masked": score is None, "reason": "accepted" if accepted else
            "wrong_answer", "message": "by the fake", "tests": [], "compile": None, "cached": False,
            "queue_time_s": 0.0, "total_time_s": 0.0}
    if "origin" in given:
        body["origin"] = {key: value if key == "step" else str(value) for key, value in given["origin"].items()}
    return {**body, **more}


def math_result(index, given):
    right = str(given["gold"]) == str(given["response"])
    return {"id": str(index), "index": index, "verdict": "correct" if right else "incorrect",
            "score": 1.0 if right else 0.0, "reason": "equal" if right else "values_differ", "rule": "text",
            "extraction": None, "gold_normal": "", "answer_normal": ""}


def converted(row):
    label = row["label"]
    if isinstance(label, str) and label[:1] == "{":
        label = json.loads(label)
    if isinstance(label, dict) and "inputs" in label:
        tests = [{"input": given, "expected": wanted} for given, wanted in zip(label["inputs"], label["outputs"])]
        return {"format": "label", "kind": "code", "problem": {"mode": "stdin_stdout", "tests": tests}}
    if isinstance(label, dict) and "problem" in label:
        return {"format": "label", "kind": "code", "problem": label["problem"]}
    if isinstance(label, (str, int, float)) and label != "":
        return {"format": "label", "kind": "math", "gold": str(label)}
    return {"format": "label", "error": {"code": "not_understood", "field": "label", "message": "no label"}}


class FakeServer:
    def __init__(self, script=None):
        self._script = script or (lambda request: None)
        self._lock = threading.Lock()
        self.requests = []
        self.connections = 0
        self.under_way = 0
        self.most_under_way = 0
        self.disconnected = threading.Event()  # a client left while it was waiting
        self.problems = {}
        self._sockets = set()
        self._stopped = threading.Event()

    def start(self, port=0):
        self._listener = socket.create_server(("127.0.0.1", port), backlog=256)
        self.port = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def stop(self):
        self._stopped.set()
        try:
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes who waits in accept
        except OSError:
            pass
        self._listener.close()
        with self._lock:
            sockets = list(self._sockets)
        for each in sockets:
            reset(each)

    def paths(self, method="POST"):
        return [request.path for request in self.requests if request.method == method]

    def _accept(self, listener):
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self._lock:
                self.connections += 1
                self._sockets.add(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        try:
            with connection, connection.makefile("rb") as stream:
                while self._one(connection, stream):
                    pass
        except OSError:
            pass
        finally:
            with self._lock:
                self._sockets.discard(connection)

    def _one(self, connection, stream):
        first = stream.readline()
        if not first:
            return False
        method, path, _ = first.decode().split(" ", 2)
        headers = {}
        while (line := stream.readline().strip()):
            name, _, value = line.decode().partition(":")
            headers[name.lower()] = value.strip()
        body = stream.read(int(headers.get("content-length", 0)))
        with self._lock:
            request = Request(len(self.requests) + 1, method, path, headers, body)
            self.requests.append(request)
            self.under_way += 1
            self.most_under_way = max(self.most_under_way, self.under_way)
        try:
            fault = self._script(request)
            return self._reply(connection, request, fault)
        finally:
            with self._lock:
                self.under_way -= 1

    def _reply(self, connection, request, fault):
        if isinstance(fault, Raw):
            connection.sendall(fault.data)
            return False
        if isinstance(fault, Held):
            data, last = stream_of(fault.lines[:-1])[: -len(LAST_CHUNK)], stream_of(fault.lines[-1:])
            connection.sendall(data)
            fault.until.wait(60)
            connection.sendall(last.partition(b"\r\n\r\n")[2])
            return False
        if isinstance(fault, Slow):
            if not self._wait(connection, fault.seconds):
                return False
            fault = None
        if isinstance(fault, Status):
            connection.sendall(whole(fault.status, fault.body, fault.headers))
            return True
        answer = self.answer(request)
        if isinstance(fault, Reset):
            connection.sendall(answer[: fault.after])
            reset(connection)
            return False
        if isinstance(fault, Lines):
            lines = self.lines(request)[: fault.count]
            connection.sendall(stream_of(lines) if fault.then == "end" else stream_of(lines)[: -len(LAST_CHUNK)])
            if fault.then == "silence":
                self._wait(connection, 600)
            return False
        connection.sendall(answer)
        return True

    def _wait(self, connection, seconds):
        """Whether client and server were still there after so long."""
        end = time.monotonic() + seconds
        connection.settimeout(0.02)
        while time.monotonic() < end:
            if self._stopped.is_set():
                return False
            try:
                gone = connection.recv(1, socket.MSG_PEEK) == b""
            except socket.timeout:
                continue
            except OSError:
                gone = True
            if gone:
                self.disconnected.set()
                return False
        connection.settimeout(None)
        return True

    def answer(self, request):
        """The true answer as bytes."""
        if request.path.startswith("/v1/problems/"):
            name = request.path.rsplit("/", 1)[1]
            if request.method == "HEAD":
                return whole(200 if name in self.problems else 404, b"")
            self.problems[name] = request.body
            return whole(201, b"{}")
        if request.path == "/v1/problems:convert":
            return whole(200, json.dumps({"results": [converted(row) for row in request.json()["rows"]]}).encode())
        if request.path == "/v1/info":
            return whole(200, json.dumps({
                "version": "0.1.0", "tier": "fake", "slots": 1, "queued_submissions": 0, "draining": False,
                "toolchains": []}).encode())
        if request.path.startswith("/v1/sandboxes"):
            return whole(404, b"{}")  # these have scripts
        lines = self.lines(request)
        if request.headers.get("accept") == "application/x-ndjson":
            return stream_of(lines)
        if request.path == "/v1/math/verify":
            return whole(200, json.dumps({"results": lines}).encode())
        return whole(200, json.dumps(lines[0]).encode())

    def lines(self, request):
        body = request.json()
        if request.path == "/v1/math/verify":
            return [math_result(index, item) for index, item in enumerate(body["items"])]
        return [self._judge(index, each, body.get("problems", {}))
                for index, each in enumerate(body.get("submissions", [body]))]

    def _judge(self, index, given, problems):
        problem = problems[given["problem"]]
        if "sha256" in problem and problem["sha256"] not in self.problems:
            return code_result(index, given, None, verdict="JE", cause="problem", reason="unknown_problem")
        text = given.get("code", given.get("response"))
        return code_result(index, given, 1.0 if "right" in text else 0.0)


LAST_CHUNK = b"0\r\n\r\n"


def stream_of(lines):
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(data), data) for data in
                      (json.dumps(line).encode() + b"\n" for line in lines))
    return (b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks +
            LAST_CHUNK)


def whole(status, body, headers=None):
    lines = "".join(f"{name}: {value}\r\n" for name, value in (headers or {}).items())
    return f"HTTP/1.1 {status} Words\r\nContent-Length: {len(body)}\r\n{lines}\r\n".encode() + body


def reset(connection):
    try:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.shutdown(socket.SHUT_RD)
        connection.close()
    except OSError:
        pass
