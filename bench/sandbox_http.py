#!/usr/bin/python3
"""What sandboxes cost for those who use them, over HTTP: the native door of a running server.

    bench/sandbox_http.py --assay build/bench/assay [--creates 1000] [--busy 64] [--idle 256] [--execs 2000]

As root, with nothing else running. In this order, each on a server of its own:
- idle: sandboxes are made one after the other, each runs one `echo`; time from the request to the first answer of
  `echo`, and the fall of MemAvailable divided by their number.
- busy: as many sandboxes each run a program that works a little all the time; then `echo` is asked for, in all of
  them in turn, over one connection (what an agent waits for), and over as many connections as there are sandboxes
  (what the server does at most).
- creates: so many requests for a new sandbox are sent at one moment, each over a connection of its own.
Prints one line of JSON. Standard library only.
"""
from __future__ import annotations

import argparse
import contextlib
import json
import os
import pathlib
import selectors
import socket
import sys
import time
from collections.abc import Iterator

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests"))
from harness.server import AssayServer  # noqa: E402

# A program a second in each, so that there is room left for what is measured.
BUSY = "while sleep 1; do :; done"
WARM = 64
PATIENCE_S = 120


class Connection:
    """Keeps alive; one request at a time."""

    def __init__(self, port: int):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.received = b""

    def send(self, method: str, path: str, body: dict | None = None) -> None:
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        self.socket.sendall(head.encode() + data)

    def whole(self) -> tuple[int, dict] | None:
        """The answer, once all of it is there."""
        head, end, rest = self.received.partition(b"\r\n\r\n")
        if not end:
            return None
        fields = {line.split(b":", 1)[0].lower(): line.split(b":", 1)[1].strip() for line in head.split(b"\r\n")[1:]}
        length = int(fields.get(b"content-length", b"0"))
        if len(rest) < length:
            return None
        self.received = rest[length:]
        return int(head.split(b" ", 2)[1]), json.loads(rest[:length] or b"{}")

    def receive(self) -> tuple[int, dict]:
        while True:
            answer = self.whole()
            if answer is not None:
                return answer
            piece = self.socket.recv(1 << 16)
            if not piece:
                raise ConnectionError("the server hung up")
            self.received += piece

    def ask(self, method: str, path: str, body: dict | None = None) -> dict:
        self.send(method, path, body)
        status, answer = self.receive()
        if status >= 300:
            raise RuntimeError(f"{method} {path}: {status} {answer}")
        return answer


def echo(connection: Connection, box: str) -> None:
    answer = connection.ask("POST", f"/v1/sandboxes/{box}/exec", {"command": "echo ready"})
    if answer.get("stdout") != "ready\n" or answer.get("exit_code") != 0:
        raise RuntimeError(f"not what echo says: {answer}")


def ready(selector: selectors.BaseSelector) -> list[tuple[selectors.SelectorKey, int]]:
    """Those that can be read from; an error when there are none for too long."""
    events = selector.select(PATIENCE_S)
    if not events:
        raise TimeoutError("the server is silent")
    return events


def quantiles(seconds: list[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    pick = lambda q: round(1000 * ordered[min(len(ordered) - 1, int(q * len(ordered)))], 2)  # noqa: E731
    return {"p50_ms": pick(0.5), "p99_ms": pick(0.99), "max_ms": pick(1)}


def available_kb() -> int:
    with open("/proc/meminfo") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("MemAvailable"))


@contextlib.contextmanager
def serve(assay: str, boxes: int) -> Iterator[AssayServer]:
    """Once its pool is full and the machine is quiet again."""
    options = ["--sandboxes", str(boxes + WARM), "--warm-sandboxes", str(WARM)]
    with AssayServer(options, program=assay) as server:
        wait_for_pool(server)
        time.sleep(2)
        yield server


def wait_for_pool(server: AssayServer) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while f"assay_sandboxes_warm {WARM}" not in server.get("/metrics").body.decode():
        if time.monotonic() > deadline:
            raise TimeoutError("the pool of boxes doesn't fill")
        time.sleep(0.05)


def idle(assay: str, count: int) -> dict:
    with serve(assay, count) as server:
        connection = Connection(server.port)
        before, firsts, again = available_kb(), [], []
        for _ in range(count):
            start = time.monotonic()
            box = connection.ask("POST", "/v1/sandboxes", {})["id"]
            echo(connection, box)
            firsts.append(time.monotonic() - start)
        wait_for_pool(server)
        time.sleep(3)
        each = (before - available_kb()) / count
        for _ in range(400):
            start = time.monotonic()
            echo(connection, box)
            again.append(time.monotonic() - start)
    return {"count": count, "kb_each": round(each, 1), "create_to_first_exec": quantiles(firsts),
            "exec_alone": quantiles(again)}


def busy(assay: str, count: int, execs: int) -> dict:
    with serve(assay, count) as server:
        first = Connection(server.port)
        boxes = [first.ask("POST", "/v1/sandboxes", {})["id"] for _ in range(count)]
        for box in boxes:
            first.ask("POST", f"/v1/sandboxes/{box}/exec", {"command": f"({BUSY}) < /dev/null > /dev/null 2>&1 &"})
        time.sleep(1)
        in_turn = []
        for i in range(execs):
            start = time.monotonic()
            echo(first, boxes[i % count])
            in_turn.append(time.monotonic() - start)
        began = time.monotonic()
        at_once = crowd(server.port, boxes, execs)
        rate = execs / (time.monotonic() - began)
    return {"count": count, "exec_in_turn": quantiles(in_turn),
            "exec_by_all": quantiles(at_once) | {"per_second": round(rate, 1)}}


def crowd(port: int, boxes: list[str], execs: int) -> list[float]:
    """Each box has a client that asks again as soon as it is answered."""
    took, left = [], execs
    with selectors.DefaultSelector() as selector:
        started = {}

        def ask(connection: Connection, box: str) -> None:
            nonlocal left
            left -= 1
            started[connection] = time.monotonic()
            connection.send("POST", f"/v1/sandboxes/{box}/exec", {"command": "echo ready"})

        for box in boxes:
            connection = Connection(port)
            selector.register(connection.socket, selectors.EVENT_READ, (connection, box))
            ask(connection, box)
        while len(took) < execs:
            for key, _ in ready(selector):
                connection, box = key.data
                piece = connection.socket.recv(1 << 16)
                if not piece:
                    raise ConnectionError("the server hung up")
                connection.received += piece
                answer = connection.whole()
                if answer is None:
                    continue
                if answer[0] != 200 or answer[1].get("stdout") != "ready\n":
                    raise RuntimeError(f"not what echo says: {answer}")
                took.append(time.monotonic() - started[connection])
                if left > 0:
                    ask(connection, box)
    return took


def creates(assay: str, count: int) -> dict:
    with serve(assay, count) as server:
        connections = [Connection(server.port) for _ in range(count)]
        took, failed = [], 0
        with selectors.DefaultSelector() as selector:
            start = time.monotonic()
            for connection in connections:
                selector.register(connection.socket, selectors.EVENT_READ, connection)
                connection.send("POST", "/v1/sandboxes", {})
            while len(took) < count:
                for key, _ in ready(selector):
                    connection = key.data
                    piece = connection.socket.recv(1 << 16)
                    connection.received += piece
                    answer = connection.whole()
                    if answer is None and piece:
                        continue
                    took.append(time.monotonic() - start)
                    failed += answer is None or answer[0] >= 300
                    selector.unregister(connection.socket)
        ids = [box["id"] for box in Connection(server.port).ask("GET", "/v1/sandboxes?limit=1000")["sandboxes"]]
    return {"count": count, "failed": failed, "there": len(set(ids)), "create_at_once": quantiles(took)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", required=True, help="the program, built as it is shipped")
    parser.add_argument("--idle", type=int, default=256, metavar="BOXES", help="0: leave it out")
    parser.add_argument("--busy", type=int, default=64, metavar="BOXES", help="0: leave it out")
    parser.add_argument("--creates", type=int, default=1000, metavar="BOXES", help="0: leave it out")
    parser.add_argument("--execs", type=int, default=2000, help="of each kind while boxes are busy")
    options = parser.parse_args()
    if os.geteuid() != 0:
        parser.error("sandboxes need root here")
    result: dict[str, object] = {}
    if options.idle:
        result["idle"] = idle(options.assay, options.idle)
    if options.busy:
        result["busy"] = busy(options.assay, options.busy, options.execs)
    if options.creates:
        result["creates"] = creates(options.assay, options.creates)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
