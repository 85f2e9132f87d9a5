"""What is known of sandboxes, their programs and their files. Plain values."""

from __future__ import annotations

import base64
import codecs
import os
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional, Tuple

Json = Mapping[str, Any]
STREAMS = ("stdout", "stderr", "terminal")
MOST_PIECES = 4096  # that wait for a reader, before they are joined
MOST_OUTPUT_BYTES = 16 << 20  # kept of each stream of a program, unless the caller says otherwise


@dataclass(frozen=True)
class SandboxInfo:
    """A sandbox at a moment. `state`: "starting", "running", "paused" or "ended"; `reason`: why it ended."""

    id: str
    name: str
    state: str
    reason: Optional[str]
    message: str
    image: Optional[str]
    labels: Mapping[str, str]
    created_at: str
    expires_at: Optional[str]
    ended_at: Optional[str]
    running_processes: int
    raw: Json = field(default_factory=dict, repr=False, compare=False)


def sandbox_info(body: Json) -> SandboxInfo:
    return SandboxInfo(body["id"], body["name"], body["state"], body["reason"], body["message"], body["image"],
                       body["labels"], body["created_at"], body["expires_at"], body["ended_at"],
                       body["running_processes"], body)


@dataclass(frozen=True)
class Output:
    """A piece of what a program wrote. `stream`: "stdout", "stderr" or "terminal". `text` is `data` decoded with what
    came before it, so that a letter that two pieces share is whole in the second."""

    stream: str
    data: bytes
    text: str


@dataclass(frozen=True)
class ExecResult:
    """How a program ended: with an exit code, or by a signal. Only the program, its time limit or the sandbox's memory
    limit can have brought it about: that nobody knows how it ended is raised."""

    pid: int
    exit_code: Optional[int]
    signal: Optional[str]
    timed_out: bool
    out_of_memory: bool
    stdout_bytes: bytes = field(repr=False)
    stderr_bytes: bytes = field(repr=False)
    truncated: bool = False  # something that it wrote isn't here, or may not be: a connection broke

    @property
    def ok(self) -> bool:
        return self.exit_code == 0

    @property
    def stdout(self) -> str:
        """As text; what isn't UTF-8 is replaced. Of a program with a terminal: what that showed."""
        return self.stdout_bytes.decode("utf-8", "replace")

    @property
    def stderr(self) -> str:
        return self.stderr_bytes.decode("utf-8", "replace")


class Decoder:
    """Makes pieces of what a program wrote."""

    def __init__(self) -> None:
        self._decoders = {name: codecs.getincrementaldecoder("utf-8")("replace") for name in STREAMS}

    def output(self, stream: str, data: bytes) -> Output:
        return Output(stream, data, self._decoders[stream].decode(data))


class Unread:
    """Pieces that wait for their reader. Of each stream no more wait than the bound, and one piece; while many wait,
    further ones are joined to the last of their stream, so that small ones cost no more than they hold."""

    def __init__(self, most: int) -> None:
        self._most = max(most, 1)
        self._decoder = Decoder()
        self._waiting: List[Tuple[str, bytearray]] = []
        self._last: Dict[str, bytearray] = {}
        self._bytes = dict.fromkeys(STREAMS, 0)

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, stream: str, data: bytes) -> None:
        if not data or self._bytes[stream] >= self._most:
            return
        self._bytes[stream] += len(data)
        joined = self._waiting and (self._waiting[-1][0] == stream or
                                    len(self._waiting) >= MOST_PIECES and stream in self._last)
        if joined:
            self._last[stream] += data
        else:
            self._last[stream] = bytearray(data)
            self._waiting.append((stream, self._last[stream]))

    def take(self) -> List[Output]:
        taken = [self._decoder.output(stream, bytes(data)) for stream, data in self._waiting]
        self._waiting.clear()
        self._last.clear()
        self._bytes = dict.fromkeys(STREAMS, 0)
        return taken


class Record:
    """What a program wrote, up to a bound for each stream."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: Dict[str, bytearray] = {"stdout": bytearray(), "stderr": bytearray()}
        self.truncated = False

    def add(self, event: Json) -> Tuple[str, bytes]:
        """All of the event, with its stream."""
        stream: str = event["event"]
        data = base64.b64decode(event["base64"]) if "base64" in event else event["text"].encode("utf-8")
        kept = self._kept["stderr" if stream == "stderr" else "stdout"]
        room = self._most - len(kept)
        self.truncated |= len(data) > room
        kept += data[:room]
        return stream, data

    def result(self, pid: int, end: Json) -> ExecResult:
        return ExecResult(pid, end["exit_code"], end["signal"], end["timed_out"], end["out_of_memory"],
                          self.bytes_of("stdout"), self.bytes_of("stderr"), self.truncated)

    def bytes_of(self, stream: str) -> bytes:
        return bytes(self._kept[stream])


@dataclass(frozen=True)
class ProcessInfo:
    """A process that a request started."""

    pid: int
    running: bool
    argv: Tuple[str, ...]
    tag: str


def process_info(body: Json) -> ProcessInfo:
    return ProcessInfo(body["pid"], body["running"], tuple(body["argv"]), body["tag"])


@dataclass(frozen=True)
class SandboxFile:
    """A file in a sandbox. `kind`: "file", "directory", "link" (itself, not what it leads to) or "other"."""

    path: str
    kind: str
    bytes: int
    mode: int
    modified_at: str
    link_target: Optional[str] = None


def sandbox_file(body: Json) -> SandboxFile:
    path = os.fsdecode(base64.b64decode(body["path_base64"])) if "path_base64" in body else body["path"]
    return SandboxFile(path, body["kind"], body["bytes"], int(body["mode"], 8), body["modified_at"],
                       body.get("link_target"))


@dataclass(frozen=True)
class CellError:
    """What a cell raised."""

    name: str
    value: str
    traceback: str


@dataclass(frozen=True)
class CellResult:
    """How a cell ended and what it showed. `status`: "ok", "error", "timeout", "interrupted" or "died"; `outputs`: data
    by media type, of its result and what it displayed. `restarted`, `restarted_before`: what cells had defined is gone,
    after this cell or before it."""

    status: str
    stdout: str
    stderr: str
    outputs: Tuple[Mapping[str, Any], ...]
    error: Optional[CellError]
    text: Optional[str]
    message: str
    count: int
    restarted: bool
    restarted_before: bool
    out_of_memory: bool
    raw: Json = field(default_factory=dict, repr=False, compare=False)

    @property
    def ok(self) -> bool:
        return self.status == "ok"


def cell_result(body: Json, anew: bool) -> CellResult:
    shown = [each for each in body["outputs"] if "data" in each]
    text = next((each["data"].get("text/plain") for each in shown if each["event"] == "result"), None)
    error = body["error"] and CellError(body["error"]["name"], body["error"]["value"], body["error"]["traceback"])
    return CellResult(body["status"], body["stdout"], body["stderr"], tuple(each["data"] for each in shown), error or None,
                      text, body["message"], body["count"], body["restarted"], body["restarted_before"] or anew,
                      body["out_of_memory"], body)
