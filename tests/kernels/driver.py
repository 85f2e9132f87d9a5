"""The kernel's program (src/kernels/python) on this host, without a server: what a cell gives."""
import json
import os
import pathlib
import select
import subprocess
import time
from typing import Any

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "src/kernels/python"
# As src/kernels/program.cc starts it.
BOOTSTRAP = """
import os
def r(n):
    b = b""
    while len(b) < n:
        p = os.read(0, n - len(b))
        if not p: os._exit(2)
        b += p
    return b
exec(compile(r(int(r(8))), "<assay kernel>", "exec"), {"__name__": "assay_kernel"})
"""


def program() -> str:
    files = sorted(SOURCES.glob("*.py"), key=lambda file: int(file.name.split("_")[0]))
    return "\n\n".join(file.read_text() for file in files)


class Outcome:
    """All frames of one cell, and what they come to."""

    def __init__(self, frames: list[dict[str, Any]]):
        self.frames = frames
        self.done = frames[-1]

    def text(self, stream: str) -> str:
        return "".join(frame["text"] for frame in self.frames if frame["t"] == stream)

    @property
    def stdout(self) -> str:
        return self.text("stdout")

    @property
    def stderr(self) -> str:
        return self.text("stderr")

    @property
    def status(self) -> str:
        return self.done["status"]

    @property
    def restarted(self) -> bool:
        return self.done["restarted"]

    @property
    def error(self) -> dict[str, Any]:
        errors = [frame for frame in self.frames if frame["t"] == "error"]
        return errors[-1] if errors else {}

    def shown(self, kind: str) -> list[dict[str, Any]]:
        return [frame["data"] for frame in self.frames if frame["t"] == kind]

    @property
    def results(self) -> list[dict[str, Any]]:
        return self.shown("result")

    @property
    def order(self) -> list[tuple[str, str]]:
        """Kinds of frames and their text, neighbours of a kind joined."""
        order: list[tuple[str, str]] = []
        for frame in self.frames[:-1]:
            text = frame.get("text") or frame.get("data", {}).get("text/plain", "")
            if order and order[-1][0] == frame["t"]:
                text = order.pop()[1] + text
            order.append((frame["t"], text))
        return order


class Kernel:
    """REQUIRES: close()."""

    def __init__(self, python: str = "/usr/bin/python3", directory: str | None = None,
                 env: dict[str, str] | None = None):
        self.process = subprocess.Popen([python, "-c", BOOTSTRAP], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        cwd=directory, env=env, start_new_session=True)
        source = program().encode()
        self.write(b"%08d" % len(source) + source)
        self.buffer = b""
        self.cell = 0
        self.between: list[dict[str, Any]] = []
        self.started = self.frame(time.monotonic() + 20)
        assert self.started["t"] == "started", self.started

    def write(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message: dict[str, Any]) -> None:
        data = json.dumps(message).encode()
        self.write(len(data).to_bytes(4, "big") + data)

    def frame(self, deadline: float) -> dict[str, Any]:
        assert self.process.stdout is not None
        while True:
            if len(self.buffer) >= 4:
                end = 4 + int.from_bytes(self.buffer[:4], "big")
                if len(self.buffer) >= end:
                    frame, self.buffer = json.loads(self.buffer[4:end]), self.buffer[end:]
                    return frame
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise TimeoutError("the kernel says nothing")
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            if not data:
                assert self.process.stderr is not None
                raise EOFError(self.process.stderr.read().decode())
            self.buffer += data

    def start(self, code: str, timeout: float = 20, **more: Any) -> None:
        self.cell += 1
        self.send({"op": "run", "cell": self.cell, "code": code,
                   "timeout_ms": int(timeout * 1000), **more})

    def finish(self, within: float = 30) -> Outcome:
        deadline = time.monotonic() + within
        frames = []
        while True:
            frame = self.frame(deadline)
            if frame.get("cell") != self.cell:
                self.between.append(frame)
                continue
            frames.append(frame)
            if frame["t"] == "done":
                return Outcome(frames)

    def run(self, code: str, timeout: float = 20, **more: Any) -> Outcome:
        self.start(code, timeout, **more)
        return self.finish(timeout + 20)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()
