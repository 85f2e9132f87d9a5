"""AsyncClient: the client for programs with an event loop. Client is the same for those without."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import ssl
import warnings
import weakref
from typing import Any, AsyncGenerator, AsyncIterable, Callable, Coroutine, Iterable, List, Mapping, Optional, Tuple, TypeVar, Union
from urllib.parse import SplitResult, unquote, urlsplit

from . import scoring
from ._flight import INLINE_BYTES, Flight
from ._service import without_version
from ._session import Session, Settings
from ._version import VERSION
from ._within import within
from .errors import DeadlineExceeded, Fault, InvalidRequest, ProtocolError, Unavailable, invalid
from .items import Item, Label, MathAnswer, Origin, Problem, Submission, encode, math_json, origin_of, submission_json
from .results import AnyResult, Info, MathResult, Result, RunResult, code_result, info, math_result, run_result
from .sandboxes._async import AsyncSandbox, Opening, creation, deleted, found, listed
from .sandboxes._calls import Calls
from .scoring import Score

T = TypeVar("T")
DEFAULT_URL = "http://127.0.0.1:8080"
BATCH = 64


class AsyncClient:
    """A server's client. Safe to use from many tasks, and from several event loops.

    url       the server; absent: the variable ASSAY_URL, or http://127.0.0.1:8080. A name and password in it
              are sent as `Authorization: Basic`, and are no part of the attribute `url` or of messages.
              unix:/run/assay.sock is one on this machine that listens on a Unix socket
    token     sent as `Authorization: Bearer`; absent: what the URL says, or the variable ASSAY_TOKEN
    run, step, group, sample, tenant
              labels of every item that has none of its own
    timeout   deadline in seconds of a call that gives none; verify_many and math_many have six times that
    retries   how often in a row a failing request is tried again
    headers   sent with every request
    http      an httpx.AsyncClient to send with, in place of our own connections
    """

    def __init__(self, url: Optional[str] = None, *, token: Optional[str] = None, run: Optional[Label] = None,
                 step: Optional[int] = None, group: Optional[Label] = None, sample: Optional[Label] = None,
                 tenant: Optional[Label] = None, timeout: float = 600.0, retries: int = 8,
                 headers: Optional[Mapping[str, str]] = None, ssl_context: Optional[ssl.SSLContext] = None,
                 http: Any = None) -> None:
        url = url or os.environ.get("ASSAY_URL") or DEFAULT_URL
        parts = _place(url)
        if parts.scheme == "unix":
            if not parts.path:
                raise invalid("url", "unix: should be followed by the path of a socket")
            if http is not None:
                raise invalid("url", "should be http://localhost where httpx connects to a Unix socket: "
                                     "httpx.AsyncHTTPTransport(uds=PATH)")
        elif parts.scheme not in ("http", "https") or not parts.hostname or not _port_is_one(parts):
            raise invalid("url", f"should be like http://HOST:8080, not {url.rpartition('@')[2]!r}")
        else:
            parts = parts._replace(path=without_version(parts.path))
        given = {"User-Agent": f"assay-python/{VERSION}", **(headers or {})}
        in_url, parts = _without_credentials(parts)
        token = token if token is not None or in_url else os.environ.get("ASSAY_TOKEN")
        if token:
            given["Authorization"] = f"Bearer {token}"
        elif in_url:
            given["Authorization"] = in_url
        for name, value in given.items():
            if "\r" in value or "\n" in value:
                raise invalid(f"headers.{name}", "has a line end")
        self.url = parts.geturl().rstrip("/")
        self.origin = Origin(run, step, group, sample, tenant)
        self.timeout = timeout
        self._settings = Settings(parts, given, retries, ssl_context, http)
        self._sessions: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Session] = weakref.WeakKeyDictionary()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections of this event loop, and detaches from the programs that were started or attached to."""
        session = self._sessions.pop(asyncio.get_running_loop(), None)
        if session is not None:
            await session.close()

    async def verify(self, problem: Union[Problem, Mapping[str, Any], str, Submission], code: Optional[str] = None, *,
                     timeout: Optional[float] = None, **more: Any) -> Result:
        """The verdict on one program: `verify(problem, code)`, `verify(problem, response=…)` with the other
        fields of Submission by name, or `verify(submission)`."""
        if isinstance(problem, Submission):
            if code is not None or more:
                raise invalid("code", "a Submission has all fields already; use dataclasses.replace")
            item = problem
        else:
            item = Submission(problem, code, **more)
        return await self._in_time(self._verify(item), timeout)

    def verify_many(self, items: Union[Iterable[Any], AsyncIterable[Any]], *, timeout: Optional[float] = None,
                    on_failure: str = "raise", batch: int = BATCH) -> AsyncGenerator[AnyResult, None]:
        """Results as they arrive, each with the `index` of its item; closing the iterator cancels the rest.

        `items`: Submissions, MathAnswers and mappings with their fields, mixed; an async iterable is read as
        it comes. `on_failure`: when the server can't be reached for too long or the deadline is over, "raise"
        raises, and "mask" gives what has no verdict a masked result of cause "infrastructure". `batch`: most
        programs in one request.
        """
        return self._many(items, timeout, on_failure, batch)

    async def scores(self, items: Iterable[Any], *, timeout: Optional[float] = None, on_failure: str = "raise",
                     batch: int = BATCH) -> List[Optional[float]]:
        """The score of each item, in their order; None where there is no verdict: leave those out."""
        listed = list(items)
        scores: List[Optional[float]] = [None] * len(listed)
        async for result in self.verify_many(listed, timeout=timeout, on_failure=on_failure, batch=batch):
            scores[result.index] = result.score
        return scores

    async def math(self, gold: Union[str, int, float, MathAnswer], response: Union[str, int, float, None] = None, *,
                   timeout: Optional[float] = None, **more: Any) -> MathResult:
        """The verdict on one math answer: `math(gold, response)`, or `math(MathAnswer(…))`."""
        if not isinstance(gold, MathAnswer):
            if response is None:
                raise invalid("response", "Field required", "missing")
            gold = MathAnswer(gold, response, **more)
        return await self._in_time(self._math(gold), timeout)

    def math_many(self, items: Iterable[Any], *, profile: Optional[str] = None,
                  options: Optional[Mapping[str, Any]] = None, timeout: Optional[float] = None,
                  on_failure: str = "raise", batch: int = BATCH) -> AsyncGenerator[AnyResult, None]:
        """As verify_many, of MathAnswers or pairs of gold and response; these get `profile` and `options`."""
        listed = [MathAnswer(item[0], item[1], profile=profile, options=options) if isinstance(item, (tuple, list))
                  else item for item in items]
        return self._many(listed, timeout, on_failure, batch)

    async def score(self, items: Iterable[Mapping[str, Any]], rubrics: Mapping[str, Any], *,
                    routes: Optional[Mapping[str, str]] = None, timeout: Optional[float] = None) -> List[Score]:
        """The score of each item by its rubric, in their order: see assay.scoring. All items are one request, for
        those of a group are compared. `timeout`: as verify_many's; what has no value by then is masked."""
        timeout = 6 * self.timeout if timeout is None else timeout
        body, origins = scoring.request(items, rubrics, routes, self.origin, min(timeout, 86_400.0))
        if not origins:
            return []
        # The server's deadline ends first, so that what is known by then isn't lost.
        _, data = await self._in_time(self._session().ask("POST", scoring.ROUTE, body), timeout + 5)
        return _made(scoring.scores_of, _json(data), origins)

    async def run_code(self, code: str, language: str = "python", stdin: str = "", *,
                       timeout: Optional[float] = None, **more: Any) -> RunResult:
        """Runs a program once. `more`: other fields of Submission, as `limits`, `files`, `fetch_files`, `step`.
        A fault of the environment is raised as Unavailable."""
        problem = Problem({"mode": "run", "tests": [{"input": stdin}]})
        item = Submission(problem, code, language=language, include_output=True, **more)
        return await self._in_time(self._run_code(item), timeout)

    async def info(self, *, timeout: Optional[float] = None) -> Info:
        """What the server says of itself. Warns when it is of another release than this package."""
        _, data = await self._in_time(self._session().ask("GET", "/v1/info"), timeout)
        found = _made(info, _json(data))
        if not versions_agree(VERSION, found.version):
            warnings.warn(f"{self.url} is Assay {found.version}, this package {VERSION}; install "
                          f"assay-rl=={found.version} or update the server", stacklevel=2)
        return found

    def sandbox(self, name: Optional[str] = None, **request: Any) -> Opening:
        """A sandbox that lives: `async with client.sandbox(…) as box` deletes it at the end, `box = await
        client.sandbox(…)` leaves that to its lifetime, or `box.delete()`. Arguments: image, cpus, memory_mb, disk_mb,
        processes, env, labels, lifetime_s, idle_s, egress, start, idempotency_key."""
        return Opening(Calls(self), creation(name, **request))

    async def get_sandbox(self, id: str) -> AsyncSandbox:
        """One that is there; also of one that lately ended, to ask why."""
        return await found(Calls(self), id)

    async def list_sandboxes(self, *, labels: Optional[Mapping[str, str]] = None,
                             state: Optional[str] = None) -> List[AsyncSandbox]:
        """Those of this caller with all these labels, the newest first."""
        return await listed(Calls(self), labels, state)

    async def delete_sandboxes(self, labels: Mapping[str, str]) -> List[str]:
        """Ends those with all these labels; their ids. ConnectionLost: nobody knows which have ended, if any."""
        return await deleted(Calls(self), labels)

    # ---- what both clients are made of

    def _session(self) -> Session:
        loop = asyncio.get_running_loop()
        session = self._sessions.get(loop)
        if session is None:
            session = self._sessions[loop] = Session(self._settings)
        return session

    def _flight(self, items: Union[Iterable[Any], AsyncIterable[Any]], timeout: Optional[float], on_failure: str,
                batch: int) -> Flight:
        if on_failure not in ("raise", "mask"):
            raise invalid("on_failure", f'should be "raise" or "mask", not {on_failure!r}')
        if batch < 1:
            raise invalid("batch", "should be at least 1")
        timeout = 6 * self.timeout if timeout is None else timeout
        return Flight(self._session(), items, self.origin, timeout, batch, on_failure == "mask")

    async def _many(self, items: Union[Iterable[Any], AsyncIterable[Any]], timeout: Optional[float], on_failure: str,
                    batch: int) -> AsyncGenerator[AnyResult, None]:
        flight = self._flight(items, timeout, on_failure, batch)
        try:
            while results := await flight.take():
                for result in results:
                    yield result
        finally:
            await flight.close()

    async def _in_time(self, work: Coroutine[Any, Any, T], timeout: Optional[float]) -> T:
        timeout = self.timeout if timeout is None else timeout
        try:
            return await within(work, timeout)
        except asyncio.TimeoutError as error:
            if isinstance(error, DeadlineExceeded):
                raise
            raise DeadlineExceeded(f"{self.url} gave no answer within {timeout:g} s") from None

    async def _verify(self, item: Submission) -> Result:
        origin = origin_of(item).over(self.origin)
        body = await self._submit(item, origin)
        return _made(code_result, body, 0, item.id, origin)

    async def _submit(self, item: Submission, origin: Origin) -> Any:
        """The server's result of one submission; a server that is stopping is asked again."""
        session = self._session()
        problem = item.problem if isinstance(item.problem, (Problem, str)) else Problem(item.problem)
        large = isinstance(problem, Problem) and len(problem.text) > INLINE_BYTES
        name = problem if isinstance(problem, str) else problem.sha256
        head = submission_json(item, name, origin)[:-1]
        failures = 0
        while True:
            if isinstance(problem, Problem) and large:
                await session.upload(problem)
            inline = b'{"sha256":%s}' % encode(name) if not isinstance(problem, Problem) or large else problem.text
            body = head + b',"problems":{%s:%s}}' % (encode(name), inline)
            try:
                _, data = await session.ask("POST", "/v1/verify", body)
            except InvalidRequest as error:
                failures += 1
                if not (isinstance(problem, Problem) and large and error.code == "unknown_problem" and failures < 4):
                    raise _without(f"problems.{name}", "problem", error) from None
                session.forget(problem)
                continue
            result = _json(data)
            if not isinstance(result, dict):
                raise ProtocolError(f"{self.url} sent no result: {data[:200]!r}")
            if result.get("cause") != "cancelled" or failures >= self._settings.retries:
                return result
            failures += 1
            await asyncio.sleep(session.backoff.wait_s(failures))

    async def _math(self, item: MathAnswer) -> MathResult:
        origin = origin_of(item).over(self.origin)
        said = {key: value for key, value in (("profile", item.profile), ("options", item.options)) if value is not None}
        body = b'{"items":[' + math_json(item, origin) + b"]," + encode(said)[1:] if said else \
            b'{"items":[' + math_json(item, origin) + b"]}"
        try:
            _, data = await self._session().ask("POST", "/v1/math/verify", body)
        except InvalidRequest as error:
            raise _without("items[0].", "", error) from None
        return _made(lambda body: math_result(body["results"][0], 0, item.id, origin), _json(data))

    async def _run_code(self, item: Submission) -> RunResult:
        origin = origin_of(item).over(self.origin)
        body = await self._submit(item, origin)
        if body.get("cause") in ("infrastructure", "cancelled"):
            raise Unavailable(f"{self.url} could not run it: {body['message']} ({body['reason']})")
        return _made(run_result, body, origin)


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        raise ProtocolError(f"the answer is no JSON: {data[:200]!r}") from None


def _place(url: str) -> SplitResult:
    if url.startswith("unix:"):
        return SplitResult("unix", "", url[len("unix:"):], "", "")
    return urlsplit(url if "://" in url else "http://" + url)


def _port_is_one(url: SplitResult) -> bool:
    try:
        return url.port != 0
    except ValueError:
        return False


def _without_credentials(url: SplitResult) -> Tuple[str, SplitResult]:
    """The value of Authorization that a URL of the form http://NAME:PASSWORD@HOST asks for, or nothing; and the
    URL without them."""
    credentials, at, place = url.netloc.rpartition("@")
    if not at:
        return "", url
    name, _, password = credentials.partition(":")
    plain = f"{unquote(name)}:{unquote(password)}".encode()
    return "Basic " + base64.b64encode(plain).decode("ascii"), url._replace(netloc=place)


def _made(make: Callable[..., T], body: Any, *more: Any) -> T:
    """make(body, …), where a body of another shape is the server's fault."""
    try:
        return make(body, *more)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise ProtocolError(f"the answer is not an Assay server's ({type(error).__name__}: {error}): "
                            f"{str(body)[:200]}") from None


def _without(prefix: str, instead: str, error: InvalidRequest) -> InvalidRequest:
    """The same with fields as the caller knows them, not as they stand in the request."""
    faults: Tuple[Fault, ...] = tuple(
        Fault(each.code, each.message, instead + each.field[len(prefix):])
        if each.field is not None and each.field.startswith(prefix) else each for each in error.faults)
    return InvalidRequest(faults, error.status)


def versions_agree(ours: str, theirs: str) -> bool:
    """Releases with the same first two numbers speak the same."""
    return ours.split(".")[:2] == theirs.split(".")[:2]


__all__ = ["AsyncClient", "Item", "versions_agree"]
