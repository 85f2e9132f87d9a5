"""Programs of a sandbox that run beside the caller: read as they write, written to, ended and waited for."""

from __future__ import annotations

import asyncio
import base64
from typing import AsyncGenerator, List, Optional, Union

from ..errors import ConnectionLost, DeadlineExceeded, SandboxError
from ._calls import Calls
from .values import ExecResult, Json, Output, ProcessInfo, Record, process_info

MOST_INPUT_BYTES = 1 << 20  # of one request
MOST_LOSSES = 8  # of connections that told nothing, in a row


def as_bytes(data: Union[str, bytes]) -> bytes:
    return data.encode("utf-8", "surrogateescape") if isinstance(data, str) else bytes(data)


class AsyncProcess:
    """A program that was started or attached to. It lives until its end or the sandbox's, whoever leaves; what it writes
    is read at once and kept, up to a bound, for `read` and `wait`.

    A connection that breaks is made again: what was written meanwhile is then missing (`truncated` in the result), and how
    the program ended is what the server says of it.
    """

    def __init__(self, calls: Calls, sandbox: str, pid: int, most: int, events: Optional[AsyncGenerator[Json, None]] = None) -> None:
        """`events`: its stream, behind the start; without it one is asked for."""
        self.pid = pid
        self._calls = calls
        self._path = f"/v1/sandboxes/{sandbox}/processes/{pid}"
        self._record = Record(most)
        self._read = 0
        self._news = asyncio.Event()
        self._reading: asyncio.Task[Json] = asyncio.get_running_loop().create_task(self._follow(events))
        self._reading.add_done_callback(self._ended)

    @property
    def stdout(self) -> str:
        """What it has written so far."""
        return self._record.bytes_of("stdout").decode("utf-8", "replace")

    @property
    def stderr(self) -> str:
        return self._record.bytes_of("stderr").decode("utf-8", "replace")

    @property
    def running(self) -> bool:
        """Whether its end hasn't been heard of."""
        return not self._reading.done()

    async def read(self, timeout: Optional[float] = None) -> List[Output]:
        """What has come since the last call, waiting for the first piece; nothing: it has ended, or wrote beyond the
        bound. DeadlineExceeded when nothing came for `timeout` seconds."""
        while self._read == len(self._record.pieces):
            if self._reading.done():
                await self.wait()
                return []
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), timeout)
            except asyncio.TimeoutError:
                raise DeadlineExceeded(f"process {self.pid} wrote nothing within {timeout:g} s") from None
        pieces = self._record.pieces[self._read:]
        self._read += len(pieces)
        return pieces

    async def wait(self, timeout: Optional[float] = None) -> ExecResult:
        """How it ended, and all that it wrote. After `timeout` seconds DeadlineExceeded; the program runs on."""
        done, _ = await asyncio.wait([self._reading], timeout=timeout)
        if not done:
            raise DeadlineExceeded(f"process {self.pid} has not ended within {timeout:g} s")
        if self._reading.cancelled():
            raise ConnectionLost(f"process {self.pid} was detached from: attach again to hear of it")
        return self._calls.made(self._record.result, self.pid, self._reading.result())

    async def write(self, data: Union[str, bytes], *, close: bool = False) -> None:
        """To its stdin, or its terminal; `close`: nothing more follows. Written once or not at all, unless the connection
        broke (ConnectionLost)."""
        rest = as_bytes(data)
        while True:
            piece, rest = rest[:MOST_INPUT_BYTES], rest[MOST_INPUT_BYTES:]
            body = {"base64": base64.b64encode(piece).decode("ascii"), "close": close and not rest}
            await self._calls.ask("POST", self._path + "/input", body, again=False)
            if not rest:
                return

    async def close_stdin(self) -> None:
        await self._calls.ask("POST", self._path + "/input", {"close": True})

    async def kill(self, signal: str = "SIGKILL") -> None:
        """Sends the signal to it and its group."""
        await self._calls.ask("POST", self._path + "/signal", {"signal": signal}, again=signal == "SIGKILL")

    async def resize(self, rows: int, columns: int) -> None:
        """Its terminal."""
        await self._calls.ask("POST", self._path + "/resize", {"rows": rows, "columns": columns})

    def detach(self) -> None:
        """Hears no more of it: it runs on, and no longer keeps the sandbox in use."""
        self._reading.cancel()

    async def _follow(self, events: Optional[AsyncGenerator[Json, None]]) -> Json:
        """Its end."""
        losses = 0
        while True:
            try:
                if events is None:
                    events = self._calls.events(await self._calls.begin("GET", self._path + "/stream", again=True))
                async for event in events:
                    losses = 0
                    if event["event"] == "end":
                        return event
                    if event["event"] in ("stdout", "stderr", "terminal"):
                        self._record.add(event)
                        self._news.set()
            except ConnectionLost:
                losses += 1
                if losses > MOST_LOSSES:
                    raise
                self._record.truncated = True
                events = None
                await asyncio.sleep(0.1 * losses)

    def _ended(self, reading: asyncio.Task[Json]) -> None:
        if not reading.cancelled():
            reading.exception()  # nobody may be waiting
        self._news.set()


async def started(calls: Calls, events: AsyncGenerator[Json, None]) -> int:
    """The number of the program whose stream begins here."""

    async def first() -> Json:
        return await events.__anext__()

    return calls.made(lambda event: int(event["pid"]), await calls.owner._in_time(first(), None))


async def feed(calls: Calls, path: str, data: bytes) -> None:
    """All of `data` to a program's stdin, and its end; one that takes no more ends it early."""
    for at in range(0, len(data), MOST_INPUT_BYTES):
        piece = data[at:at + MOST_INPUT_BYTES]
        body = {"base64": base64.b64encode(piece).decode("ascii"), "close": at + len(piece) == len(data)}
        try:
            await calls.ask("POST", path + "/input", body, again=False, timeout=86_400.0)
        except SandboxError as error:
            if error.status in (404, 409):  # the program has ended
                return
            raise


def processes(body: Json) -> List[ProcessInfo]:
    return [process_info(each) for each in body["processes"] if each["pid"] is not None]
