"""All of a client that belongs to one event loop: its connections, its window, what it has uploaded; and the
one request with its retries.

Retried are connections that fail, 408, 500, 502, 503 and 504, so many times in a row as the settings say, and
429 until the caller's deadline: every request is idempotent. Everything else ends the call.
"""

from __future__ import annotations

import asyncio
import json
import ssl
from dataclasses import dataclass
from typing import Any, Coroutine, Dict, Mapping, Optional, Set, Tuple
from urllib.parse import SplitResult

from . import _background
from ._pace import RETRIED_STATUSES, Backoff, Window, retry_after_s
from ._wire import Lost, NotHttp, Wire
from ._within import within
from .errors import AssayError, Fault, InvalidRequest, ProtocolError, Unavailable
from .items import Problem
from .results import faults_of

UPLOAD_TIMEOUT_S = 600.0  # of one problem, whoever waits for it
TIDY_S = 10.0  # that closing waits for what undoes requests that were given up
MOST_KNOWN = 1 << 16  # hashes that are remembered as uploaded


@dataclass(frozen=True)
class Settings:
    url: SplitResult
    headers: Mapping[str, str]
    retries: int
    ssl_context: Optional[ssl.SSLContext]
    http: Any  # an httpx.AsyncClient, or None

    @property
    def place(self) -> str:
        return self.url.geturl()


class Session:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.backoff = Backoff()
        self.window = Window()
        self.wire: Any
        if settings.http is not None:
            from ._httpx import HttpxWire

            self.wire = HttpxWire(settings.http, settings.place, settings.headers)
        else:
            self.wire = Wire(settings.url, settings.headers, settings.ssl_context)
        # Several nodes behind one URL, of which each may lack what another has stored.
        self.fronted = False
        self._known: Dict[str, None] = {}
        self._uploads: Dict[str, asyncio.Task[None]] = {}
        self.followers: Set[asyncio.Task[Any]] = set()  # that listen to programs until these end, or the client is closed
        self._tidying: Set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        for task in self._uploads.values():
            task.cancel()
        followers = set(self.followers)
        for follower in followers:
            follower.cancel()
        if followers:
            await asyncio.wait(followers)
        try:
            if self._tidying:
                await asyncio.wait(set(self._tidying), timeout=TIDY_S)
        finally:
            tidying = set(self._tidying)
            for task in tidying:
                task.cancel()
        if tidying:
            await asyncio.wait(tidying)
        await self.wire.close()

    def tidy(self, work: Coroutine[Any, Any, None]) -> None:
        """Begins what undoes a request that was given up. It raises nothing; close() waits for it, and so does the end of a
        process whose clients have no loop of their own."""
        task = asyncio.ensure_future(work)
        self._tidying.add(task)  # a loop itself doesn't keep its tasks
        task.add_done_callback(self._tidying.discard)
        _background.see_off(task)

    async def ask(self, method: str, path: str, body: Optional[bytes] = None,
                  expected: Tuple[int, ...] = (200,)) -> Tuple[int, bytes]:
        """The status, one of `expected`, and the body. Other statuses are raised."""
        failures = 0
        while True:
            asked_s: Optional[float] = None
            entered = await self.window.enter()
            try:
                reply = await self.wire.send(method, path, body, {})
                self.notice(reply.headers)
                try:
                    data = await reply.read()
                finally:
                    reply.drop()
                if reply.status in expected:
                    self.window.succeeded()
                    return reply.status, data
                asked_s = retry_after_s(reply.headers)
                if reply.status == 429:
                    self.make_room(entered, asked_s)
                    continue
                if reply.status not in RETRIED_STATUSES:
                    raise refusal(reply.status, data, self.settings.place)
                why = f"status {reply.status}: {words(data)}"
            except Lost as error:
                why = str(error)
            except NotHttp as error:
                raise ProtocolError(f"{self.settings.place}: {error}") from None
            finally:
                self.window.leave()
            failures += 1
            if failures > self.settings.retries:
                raise self.unavailable(failures, why)
            await asyncio.sleep(self.backoff.wait_s(failures, asked_s))

    def notice(self, headers: Mapping[str, str]) -> None:
        """A front tells which of its nodes answered."""
        if "x-assay-server" in headers:
            self.fronted = True

    def make_room(self, entered: float, asked_s: Optional[float]) -> None:
        """After a 429: fewer requests, and none for the time that the server asks for."""
        self.window.refused(entered, self.backoff.wait_s(1, 1.0 if asked_s is None else asked_s))

    def unavailable(self, failures: int, why: str) -> Unavailable:
        return Unavailable(f"{self.settings.place} gave no answer in {failures} tries; the last one: {why}")

    async def upload(self, problem: Problem) -> None:
        """Returns when the server has the problem. Sent at most once, however many ask at the same time."""
        name = problem.sha256
        if name in self._known:
            return
        task = self._uploads.get(name)
        if task is None:
            task = self._uploads[name] = asyncio.ensure_future(self._upload(problem))

            def ended(task: asyncio.Task[None]) -> None:
                self._uploads.pop(name, None)
                if not task.cancelled():
                    task.exception()  # nobody may be waiting any more

            task.add_done_callback(ended)
        await asyncio.shield(task)

    def forget(self, problem: Problem) -> None:
        """After the server said that it doesn't know the problem (any more)."""
        self._known.pop(problem.sha256, None)

    async def _upload(self, problem: Problem) -> None:
        try:
            await within(self._send_problem(problem), UPLOAD_TIMEOUT_S)
        except asyncio.TimeoutError:
            place = self.settings.place
            raise Unavailable(f"{place} did not take a problem within {UPLOAD_TIMEOUT_S:.0f} s") from None
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[problem.sha256] = None

    async def _send_problem(self, problem: Problem) -> None:
        path = f"/v1/problems/{problem.sha256}"
        status, _ = await self.ask("HEAD", path, expected=(200, 404))
        if status == 404:
            await self.ask("PUT", path, problem.text, expected=(200, 201))


def refusal(status: int, data: bytes, place: str) -> AssayError:
    """What to raise for a status that no further try will change."""
    try:
        body = json.loads(data)
    except ValueError:
        body = None
    faults = faults_of(body)
    if not faults and isinstance(body, dict) and isinstance(body.get("detail"), str):
        faults = (Fault(str(status), body["detail"]),)
    if faults and 400 <= status < 500:
        return InvalidRequest(faults, status)
    return ProtocolError(f"{place} answered with status {status}: {words(data)}")


def words(data: bytes) -> str:
    return data[:300].decode("utf-8", "replace").strip() or "no text"
