"""Programs of a sandbox that run beside the caller: read as they write, written to, ended and waited for."""

from __future__ import annotations

import asyncio
import base64
from typing import List, Optional, Union

from .._within import within
from ..errors import AssayError, ConnectionLost, DeadlineExceeded, SandboxError, Unavailable
from ._calls import Calls, Events, Tries
from .values import STREAMS, ExecResult, Json, Output, ProcessInfo, Record, Unread, process_info

MOST_INPUT_BYTES = 1 << 20  # of one request
MOST_LOSSES = 8  # of connections that told nothing, in a row


def as_bytes(data: Union[str, bytes]) -> bytes:
    return data.encode("utf-8", "surrogateescape") if isinstance(data, str) else bytes(data)


class AsyncProcess:
    """A program that was started or attached to. It lives until its end or the sandbox's, whoever leaves; what it writes
    is read at once and kept for `wait`, up to a bound for each stream. As much again waits for `read`: who reads in time
    gets all.

    A connection that breaks is made again: what was written meanwhile is then missing (`truncated` in the result), and how
    the program ended is what the server says of it. Closing the client detaches.
    """

    def __init__(self, calls: Calls, sandbox: str, pid: int, most: int, events: Optional[Events] = None,
                 truncated: bool = False) -> None:
        """`events`: its stream, behind the start; without it one is asked for. `truncated`: something may have been
        written that isn't in it."""
        self.pid = pid
        self._calls = calls
        self._path = f"/v1/sandboxes/{sandbox}/processes/{pid}"
        self._record = Record(most)
        self._record.truncated = truncated
        self._unread = Unread(most)
        self._news = asyncio.Event()
        self._reading: asyncio.Task[Json] = asyncio.get_running_loop().create_task(self._follow(events))
        self._reading.add_done_callback(self._ended)
        followers = calls.owner._session().followers
        followers.add(self._reading)
        self._reading.add_done_callback(followers.discard)
        if events is not None:  # a task that is cancelled before its first step closes nothing
            self._reading.add_done_callback(lambda _: events.drop())

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
        """What has come since the last call, waiting for the first piece; nothing: it has ended. DeadlineExceeded when
        nothing came for `timeout` seconds. Of each stream no more than `output_bytes` wait to be read: what comes then is
        left out, and the result is `truncated`."""
        now = asyncio.get_running_loop().time
        end = None if timeout is None else now() + timeout
        while not self._unread:
            if self._reading.done():
                await self.wait()
                return []
            self._news.clear()
            try:
                await within(self._news.wait(), None if end is None else max(end - now(), 0.0))
            except asyncio.TimeoutError:
                raise DeadlineExceeded(f"process {self.pid} wrote nothing within {timeout:g} s") from None
        return self._unread.take()

    async def wait(self, timeout: Optional[float] = None) -> ExecResult:
        """How it ended, and all that it wrote. After `timeout` seconds DeadlineExceeded; the program runs on."""
        done, _ = await asyncio.wait([self._reading], timeout=timeout)
        if not done:
            raise DeadlineExceeded(f"process {self.pid} has not ended within {timeout:g} s")
        if self._reading.cancelled():
            raise ConnectionLost(f"process {self.pid} was detached from, or its client closed: attach again to hear of it")
        return self._calls.made(self._record.result, self.pid, self._reading.result())

    async def write(self, data: Union[str, bytes], *, close: bool = False) -> None:
        """To its stdin, or its terminal; `close`: nothing more follows. Each MiB is a request of its own, which is
        written once or not at all, unless the connection broke (ConnectionLost)."""
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

    async def _follow(self, events: Optional[Events]) -> Json:
        """Its end."""
        losses = 0
        while True:
            try:
                if events is None:
                    tries = Tries()
                    stream = await self._calls.begin("GET", self._path + "/stream", again=True, tries=tries)
                    events = Events(self._calls, stream)
                    self._record.truncated |= tries.again  # it may have been heard from the first try on
                async for event in events:
                    if event["event"] == "end":
                        return event
                    if event["event"] in STREAMS:
                        self._unread.add(*self._record.add(event))
                        self._news.set()
            except ConnectionLost:
                losses = 1 if events is not None and events.told else losses + 1
                if losses > MOST_LOSSES:
                    raise
                self._record.truncated = True
                events = None
                await asyncio.sleep(0.1 * losses)
            finally:
                if events is not None:
                    await events.aclose()

    def _ended(self, reading: asyncio.Task[Json]) -> None:
        if not reading.cancelled():
            reading.exception()  # nobody may be waiting
        self._news.set()


async def begun(calls: Calls, path: str, body: Json, key: str) -> Begun:
    """A program that is started under this key, heard to its first event. The two are one step: until somebody has heard
    of the program, the same is asked again."""
    tries = Tries()

    async def heard() -> Begun:
        session = calls.owner._session()
        failures = 0
        while True:
            events = Events(calls, await calls.reply("POST", path, body, True, (200,), {}, tries))
            try:
                pid = calls.made(lambda event: int(event["pid"]), await events.__anext__())
                return Begun(events, pid, tries.again)
            except ConnectionLost:
                failures += 1
                if failures > session.settings.retries:
                    raise
            except BaseException:
                await events.aclose()
                raise
            await asyncio.sleep(session.backoff.wait_s(failures))

    try:
        return await calls.held(heard)
    except (Unavailable, DeadlineExceeded) as error:
        raise _with_key(error, key) if tries.open else error


class Begun:
    """A program that was started. `again`: it may be one that an earlier try brought about, which wrote something before
    this stream."""

    def __init__(self, events: Events, pid: int, again: bool) -> None:
        self.events = events
        self.pid = pid
        self.again = again

    async def aclose(self) -> None:
        await self.events.aclose()


def _with_key(error: AssayError, key: str) -> AssayError:
    error.key = key
    error.args = (f"{error}; if the program was started, the same start with key={key!r} finds it",)
    return error


async def started(calls: Calls, events: Events) -> int:
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
            if error.code in ("ended", "unknown_process"):  # the program has ended, or all of its sandbox
                return
            raise


def processes(body: Json) -> List[ProcessInfo]:
    return [process_info(each) for each in body["processes"] if each["pid"] is not None]
