"""Requests about sandboxes: which may be sent again, what refusals are raised as, and streams of events.

Sent again is what says the same when it comes twice, after connections that fail, 408, 500, 502, 503 and 504; what does
not, only when nothing of it can have arrived, or after 429, which says that nothing was done. Everything else is raised:
ConnectionLost where nobody knows whether it was done.
"""

from __future__ import annotations

import asyncio
import json
from typing import IO, Any, Callable, Coroutine, List, Mapping, Optional, Protocol, Tuple, TypeVar

from .._pace import RETRIED_STATUSES, retry_after_s
from .._session import Session, refusal, words
from .._wire import Lost, NotHttp
from .._within import within
from ..errors import (AssayError, CannotStart, ConnectionLost, DiskFull, Fault, InvalidRequest, NoSuchFile, ProtocolError,
                      SandboxEnded, SandboxError, SandboxFailed, UnknownSandbox)
from ..results import faults_of
from .values import Json

T = TypeVar("T")
SILENCE_S = 60.0  # a stream says something every 15 s, whatever its program does
BYTES = {"Content-Type": "application/octet-stream"}
_KINDS = {"unknown_sandbox": UnknownSandbox, "cannot_start": CannotStart, "no_such_file": NoSuchFile,
          "disk_full": DiskFull}


class Owner(Protocol):
    """What an AsyncClient has for those that ask in its name."""

    timeout: float

    def _session(self) -> Session: ...

    def _in_time(self, work: Coroutine[Any, Any, T], timeout: Optional[float]) -> Coroutine[Any, Any, T]: ...


class Closable(Protocol):
    async def aclose(self) -> None: ...


C = TypeVar("C", bound=Closable)


class Tries:
    """What is known of the tries of one request."""

    def __init__(self) -> None:
        self.open = False  # one was sent, and nobody here knows what became of it
        self.again = False  # one was sent after such a one


class Calls:
    """The requests of one client."""

    def __init__(self, owner: Owner, session: Optional[Session] = None) -> None:
        """`session`: that asks, whatever becomes of the client; absent: the one that the client has then."""
        self.owner = owner
        self._session = session

    @property
    def session(self) -> Session:
        return self._session or self.owner._session()

    async def ask(self, method: str, path: str, body: Any = None, *, again: bool = True,
                  expected: Tuple[int, ...] = (200, 201), headers: Optional[Mapping[str, str]] = None,
                  timeout: Optional[float] = None, tries: Optional[Tries] = None) -> bytes:
        """The body of the answer."""

        tries = tries or Tries()

        async def whole() -> bytes:
            session = self.session
            failures = 0
            while True:
                reply = await self.reply(method, path, body, again, expected, headers or {}, tries)
                try:
                    data: bytes = await reply.read()
                    return data
                except Lost as error:
                    if not again:
                        raise self.lost(error) from None
                    failures += 1
                    if failures > session.settings.retries:
                        raise session.unavailable(failures, str(error)) from None
                except NotHttp as error:
                    raise ProtocolError(f"{self.place}: {error}") from None
                finally:
                    reply.drop()
                await asyncio.sleep(session.backoff.wait_s(failures))

        return await self.owner._in_time(whole(), timeout)

    async def json(self, method: str, path: str, body: Any = None, **how: Any) -> Any:
        data = await self.ask(method, path, body, **how)
        try:
            return json.loads(data)
        except ValueError:
            raise ProtocolError(f"{self.place} sent no JSON: {data[:200]!r}") from None

    async def begin(self, method: str, path: str, body: Any = None, *, again: bool,
                    tries: Optional[Tries] = None) -> Any:
        """The answer once it begins: for streams and large files."""
        return await self.held(lambda: self.reply(method, path, body, again, (200,), {}, tries or Tries()))

    async def held(self, work: Callable[[], Coroutine[Any, Any, C]]) -> C:
        """What `work` gives within the client's deadline. It is closed when it comes to nobody any more."""
        made: List[C] = []

        async def kept() -> C:
            made.append(await work())
            return made[0]

        try:
            return await self.owner._in_time(kept(), None)
        except BaseException:
            for each in made:
                await each.aclose()
            raise

    async def save(self, reply: Any, to: IO[bytes], most: int, too_much: SandboxError) -> None:
        """All of an answer into a file; one that breaks off, says nothing for a minute, or has more than `most` bytes, is
        an error."""
        pieces = reply.pieces()
        try:
            while True:
                try:
                    piece = await within(pieces.__anext__(), SILENCE_S)
                except StopAsyncIteration:
                    to.flush()
                    return
                most -= len(piece)
                if most < 0:
                    raise too_much
                to.write(piece)
        except asyncio.TimeoutError:
            raise SandboxFailed(f"{self.place}: nothing came for {SILENCE_S:.0f} s") from None
        except Lost as error:
            raise SandboxFailed(f"{self.place}: {error}") from None
        except NotHttp as error:
            raise ProtocolError(f"{self.place}: {error}") from None
        finally:
            await pieces.aclose()
            await reply.aclose()

    def made(self, make: Callable[..., T], *given: Any) -> T:
        """make(…), where an answer of another shape is the server's fault."""
        try:
            return make(*given)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise ProtocolError(f"{self.place}: the answer is not an Assay server's ({type(error).__name__}: {error}): "
                                f"{str(given[0])[:200]}") from None

    async def reply(self, method: str, path: str, body: Any, again: bool, expected: Tuple[int, ...],
                    headers: Mapping[str, str], tries: Tries) -> Any:
        """The answer once it begins, without a deadline."""
        session = self.session
        sent = body if body is None or isinstance(body, bytes) else json.dumps(body).encode("ascii")
        failures = 0
        while True:
            asked_s: Optional[float] = None
            in_doubt = tries.open
            tries.open = True
            try:
                reply = await session.wire.send(method, path, sent, headers, again)
                tries.again = tries.again or in_doubt or reply.again
                if reply.status in expected:
                    return reply
                try:
                    data = await reply.read()
                finally:
                    reply.drop()
                # A refusal says nothing of the tries before it.
                tries.open = in_doubt or reply.again or reply.status in RETRIED_STATUSES
                if reply.status != 429 and not (again and reply.status in RETRIED_STATUSES):
                    raise fault_of(reply.status, data, self.place)
                asked_s = retry_after_s(reply.headers)
                last: AssayError = fault_of(reply.status, data, self.place)
                failures += reply.status != 429  # for room one waits as long as the deadline lets one
            except Lost as error:
                if error.sent and not again:
                    raise self.lost(error) from None
                tries.open = error.sent or in_doubt
                failures += 1
                last = session.unavailable(failures, str(error))
            except NotHttp as error:
                raise ProtocolError(f"{self.place}: {error}") from None
            if failures > session.settings.retries:
                raise last
            await asyncio.sleep(session.backoff.wait_s(max(failures, 1), asked_s))

    def lost(self, why: object) -> ConnectionLost:
        return ConnectionLost(f"{self.place}: {why}; nobody here knows whether it was done, or how it ended")

    @property
    def place(self) -> str:
        return self.session.settings.place


class Events:
    """The events of a stream to its end, without heartbeats. A stream that breaks off, or says nothing for a minute, is
    ConnectionLost; its event `error` is raised. It is closed by its end and by whatever is raised; who stops earlier
    closes it. No generator: one that has never begun closes nothing."""

    def __init__(self, calls: Calls, reply: Any) -> None:
        self.told = False  # something behind its start, if only a heartbeat
        self._calls = calls
        self._reply = reply
        self._lines = reply.lines()
        self._ended = False

    def __aiter__(self) -> Events:
        return self

    async def __anext__(self) -> Json:
        try:
            if self._ended:
                raise StopAsyncIteration
            while True:
                event = self._calls.made(_event, await self._line())
                self.told = self.told or event["event"] != "start"
                self._ended = event["event"] == "end"
                if event["event"] == "error":
                    raise _kind_of(500, event["error"])
                if event["event"] != "heartbeat":
                    return event
        except BaseException:
            await self.aclose()
            raise

    async def aclose(self) -> None:
        self._ended = True
        await self._lines.aclose()
        await self._reply.aclose()

    def drop(self) -> None:
        self._reply.drop()

    async def _line(self) -> bytes:
        try:
            line: bytes = await within(self._lines.__anext__(), SILENCE_S)
            return line
        except StopAsyncIteration:
            raise self._calls.lost("the stream ended before its program") from None
        except asyncio.TimeoutError:
            raise self._calls.lost(f"nothing came for {SILENCE_S:.0f} s") from None
        except Lost as error:
            raise self._calls.lost(error) from None
        except NotHttp as error:
            raise ProtocolError(f"{self._calls.place}: {error}") from None


def fault_of(status: int, data: bytes, place: str) -> AssayError:
    """What to raise for an answer that refuses."""
    try:
        body = json.loads(data)
    except ValueError:
        body = None
    if isinstance(body, dict) and isinstance(body.get("error"), dict):
        fault = body["error"]
        if fault.get("code") not in _KINDS and status in (400, 401, 403, 422):
            return InvalidRequest(faults_of(body), status)
        return _kind_of(status, fault)
    if status >= 500:
        return SandboxFailed(f"{place} answered with status {status}: {words(data)}", "", status)
    return refusal(status, data, place)


def _kind_of(status: int, fault: Json) -> SandboxError:
    code, reason = str(fault.get("code", "")), fault.get("reason")
    kind = _KINDS.get(code, SandboxError)
    if code == "ended" and reason is not None:
        kind = SandboxEnded
    elif kind is SandboxError and status >= 500 and status != 501:
        kind = SandboxFailed
    message, field = str(fault.get("message", "")), fault.get("field")
    return kind(str(Fault(code, message, field)), code, status, field, reason)


def _event(line: bytes) -> Json:
    event = json.loads(line)
    name = event["event"]
    needed = {"start": ("pid",), "end": ("exit_code", "signal", "timed_out", "out_of_memory"), "error": ("error",)}
    for each in needed.get(name, ()):
        event[each]
    if name in ("stdout", "stderr", "terminal") and "base64" not in event:
        event["text"]
    return event  # type: ignore[no-any-return]
