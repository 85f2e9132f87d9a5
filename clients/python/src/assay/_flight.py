"""One call of verify_many: items on their way to the server and results on their way back.

A feeder encodes the items and has large problems uploaded. A dispatcher puts what is ready into requests of
many submissions, as many requests at a time as the session's window allows. Each request streams its results;
what it leaves unanswered goes again. Results wait in a bounded list for whoever takes them. Every item ends in
exactly one result, or the whole call in an exception.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import deque
from typing import Any, AsyncIterable, Coroutine, Deque, Dict, Iterable, Iterator, List, Mapping, Optional, Set, Tuple, Union

from ._pace import RETRIED_STATUSES, retry_after_s
from ._session import Session, refusal, words
from ._wire import Lost, NotHttp
from ._within import within
from .errors import AssayError, DeadlineExceeded, Fault, InvalidRequest, ProtocolError, Unavailable
from .items import MathAnswer, Origin, Problem, as_item, encode, math_json, origin_of, submission_json
from .results import AnyResult, code_result, faults_of, masked_result, math_result

MOST_BATCH_BYTES = 8 << 20  # of a request's submissions; one that is larger goes alone
MOST_READY = 4096  # encoded items that wait to be sent
MOST_UNTAKEN = 4096  # results that wait to be taken
INLINE_BYTES = 32 << 10  # a larger problem is uploaded once and named by its hash
MATH_FACTOR = 4  # a math answer takes far less time than a program
_ITEM_AT_FAULT = re.compile(r"^(?:items|submissions)\[(\d+)\]\.?")
_SHA256 = re.compile(r"^[0-9a-fA-F]{64}$")

# What goes into one request together: the route, and what is said once for all of a request. Of programs behind a
# front the last is the hash of a stored problem.
Kind = Tuple[bool, Optional[str], bytes]


class _Waiting:
    """An item without its result."""

    __slots__ = ("index", "id", "origin", "kind", "body", "problem", "named", "failures", "alone", "inline")

    def __init__(self, index: int, id: Optional[str], origin: Origin, kind: Kind, body: bytes,
                 problem: Optional[Problem], named: str) -> None:
        self.index = index
        self.id = id
        self.origin = origin
        self.kind = kind
        self.body = body
        self.problem = problem
        self.named = named  # the problem's hash
        self.failures = 0
        self.alone = False  # its request was too large
        self.inline = False  # the problem goes along, however large it is

    @property
    def is_math(self) -> bool:
        return self.kind[0]


class Flight:
    def __init__(self, session: Session, items: Union[Iterable[Any], AsyncIterable[Any]], defaults: Origin,
                 timeout: Optional[float], batch: int, mask: bool) -> None:
        """Begins at once; needs a running loop. `mask`: faults of the environment become masked results."""
        self._session = session
        self._items = items
        self._iterator: Iterator[Any] = iter(()) if isinstance(items, AsyncIterable) else iter(items)
        self._defaults = defaults
        self._timeout = timeout
        self._deadline = None if timeout is None else time.monotonic() + timeout
        self._batch = batch
        self._mask = mask
        self._open: Dict[int, _Waiting] = {}
        self._ready: Dict[Kind, Deque[_Waiting]] = {}
        self._ready_count = 0
        self._fed = False
        self._seen = 0
        self._problems: Dict[int, Tuple[Any, Problem]] = {}
        self._results: List[AnyResult] = []
        self._error: Optional[BaseException] = None
        self._changed = asyncio.Event()  # for the dispatcher
        self._room = asyncio.Event()  # for the feeder
        self._news = asyncio.Event()  # for the taker
        self._taken = asyncio.Event()  # for those that read answers
        self._tasks: Set[asyncio.Task[None]] = set()
        self._spawn(self._feed())
        self._spawn(self._dispatch())

    async def take(self) -> List[AnyResult]:
        """The results that have come, waiting for the first; none: all have been taken."""
        while not self._results:
            if self._error is not None:
                raise self._error
            if self._fed and not self._open:
                return []
            self._news.clear()
            left = None if self._deadline is None else self._deadline - time.monotonic()
            try:
                if left is not None and left <= 0:
                    raise asyncio.TimeoutError
                await within(self._news.wait(), left)
            except asyncio.TimeoutError:
                if not self._results:
                    self._too_late()
        results, self._results = self._results, []
        self._taken.set()
        return results

    async def close(self) -> None:
        """Ends what is under way; the server is told by its connections."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # ---- in

    async def _feed(self) -> None:
        if isinstance(self._items, AsyncIterable):
            async for given in self._items:
                await self._add(given)
        else:
            for given in self._iterator:
                await self._add(given)
                if self._seen % 64 == 0:
                    await asyncio.sleep(0)  # the first are sent while the last are encoded
        self._fed = True
        self._changed.set()
        self._news.set()

    async def _add(self, given: Any) -> None:
        waiting = self._enter(given)
        if waiting is not None:
            self._queue(waiting)
        while self._ready_count >= MOST_READY:
            self._room.clear()
            await self._room.wait()

    def _enter(self, given: Any) -> Optional[_Waiting]:
        index = self._seen
        self._seen += 1
        try:
            waiting = self._open[index] = self._encode(index, given)
            return waiting
        except InvalidRequest as error:
            faults = tuple(Fault(each.code, each.message, f"items[{index}].{each.field}") for each in error.faults)
            if not self._mask:
                raise InvalidRequest(faults, error.status) from None
            is_math = isinstance(given, MathAnswer) or (isinstance(given, Mapping) and "gold" in given)
            self._deliver(masked_result(is_math, index, None, Origin(), "problem", "invalid_submission",
                                        str(faults[0]), faults))
            return None

    def _encode(self, index: int, given: Any) -> _Waiting:
        item = as_item(given)
        origin = origin_of(item).over(self._defaults)
        if isinstance(item, MathAnswer):
            kind: Kind = (True, item.profile, b"" if item.options is None else encode(item.options))
            return _Waiting(index, item.id, origin, kind, math_json(item, origin), None, "")
        problem: Optional[Problem] = None
        if isinstance(item.problem, str):
            if not _SHA256.match(item.problem):
                raise InvalidRequest((Fault("value_error", "a text should be the 64 hexadecimal digits of a stored "
                                            "problem; give the problem itself as a Problem or a mapping", "problem"),))
            named = item.problem.lower()
        else:
            problem = item.problem if isinstance(item.problem, Problem) else self._encoded_once(item.problem)
            named = problem.sha256
        return _Waiting(index, item.id, origin, (False, None, b""), submission_json(item, named, origin), problem,
                        named)

    def _encoded_once(self, mapping: Any) -> Problem:
        # The mapping is kept, so that no other object gets its id while the call lasts.
        known = self._problems.get(id(mapping))
        if known is None:
            known = self._problems[id(mapping)] = (mapping, Problem(mapping))
        return known[1]

    def _queue(self, waiting: _Waiting) -> None:
        """To be sent, as soon as the server has its problem."""
        if waiting.problem is not None and not _goes_along(waiting):
            self._spawn(self._upload(waiting, waiting.problem))
        else:
            self._send_next(waiting)

    async def _upload(self, waiting: _Waiting, problem: Problem) -> None:
        try:
            await self._session.upload(problem)
        except InvalidRequest as error:
            faults = tuple(Fault(each.code, each.message, f"problem.{each.field}" if each.field else "problem")
                           for each in error.faults)
            self._finish(waiting, masked_result(False, waiting.index, waiting.id, waiting.origin, "problem",
                                                "invalid_submission", str(faults[0]), faults))
        except AssayError as error:
            self._give_up(waiting, error)
        else:
            self._send_next(waiting)

    def _send_next(self, waiting: _Waiting) -> None:
        if self._session.fronted and not waiting.is_math and not _goes_along(waiting):
            # The node that has this problem needn't have another one.
            waiting.kind = (False, None, waiting.named.encode())
        self._ready.setdefault(waiting.kind, deque()).append(waiting)
        self._ready_count += 1
        self._changed.set()

    # ---- out and back

    async def _dispatch(self) -> None:
        while not (self._fed and not self._open):
            if not self._ready:
                self._changed.clear()
                await self._changed.wait()
                continue
            entered = await self._session.window.enter()
            batch = self._pick()
            if batch:
                self._spawn(self._send(batch, entered))
            else:
                self._session.window.leave()

    def _pick(self) -> List[_Waiting]:
        """What one request takes: of the kind that has waited longest."""
        if not self._ready:
            return []
        kind = min(self._ready, key=lambda each: self._ready[each][0].index)
        queue = self._ready[kind]
        most = self._batch * (MATH_FACTOR if kind[0] else 1)
        batch: List[_Waiting] = []
        size = 0
        while queue and len(batch) < most:
            first = queue[0]
            size += len(first.body)
            if batch and (size > MOST_BATCH_BYTES or first.alone):
                break
            batch.append(queue.popleft())
            if first.alone:
                break
        if not queue:
            del self._ready[kind]
        self._ready_count -= len(batch)
        self._room.set()
        return batch

    async def _send(self, batch: List[_Waiting], entered: float) -> None:
        window = self._session.window
        left = dict(enumerate(batch))
        why, asked_s, refused = "", None, False
        path, body = _request(batch)
        try:
            headers = {"Accept": "application/x-ndjson"}
            is_math, _, problem = batch[0].kind
            if problem and not is_math:
                headers["X-Assay-Problem"] = problem.decode()
            reply = await self._session.wire.send("POST", path, body, headers)
            self._session.notice(reply.headers)
            try:
                if reply.status == 200:
                    async for line in reply.lines():
                        await self._answered(left, line, entered)
                    why = "the answer ended before all results were there"
                    if not left:
                        window.succeeded()
                else:
                    data = await reply.read()
                    asked_s = retry_after_s(reply.headers)
                    why = f"status {reply.status}: {words(data)}"
                    refused = reply.status == 429
                    if refused:
                        self._session.make_room(entered, asked_s)
                    elif reply.status not in RETRIED_STATUSES:
                        self._sort_out(left, reply.status, data)
                        return
            finally:
                reply.drop()
        except Lost as error:
            why = str(error)
        except NotHttp as error:
            raise ProtocolError(f"{self._session.settings.place}: {error}") from None
        finally:
            window.leave()
        if refused:
            for waiting in left.values():
                self._send_next(waiting)
        elif left:
            await self._again(list(left.values()), why, asked_s)

    async def _answered(self, left: Dict[int, _Waiting], line: bytes, entered: float) -> None:
        try:
            body = json.loads(line)
            waiting = left.pop(body["index"])
            make = math_result if waiting.is_math else code_result
            result: AnyResult = make(body, waiting.index, waiting.id, waiting.origin)
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise ProtocolError(f"{self._session.settings.place} sent a line that is no result: "
                                f"{words(line)} ({type(error).__name__}: {error})") from None
        if result.reason == "queue_full":
            self._session.make_room(entered, None)
            self._send_next(waiting)
        elif result.reason == "unknown_problem" and waiting.problem is not None:
            # A store is bounded: a problem may be forgotten at any time.
            self._session.forget(waiting.problem)
            # Behind a front the next request may meet another node that lacks it.
            waiting.inline = self._session.fronted
            waiting.kind = (False, None, b"")
            self._retry(waiting, result, self._queue)
        elif result.reason == "unknown_problem" and self._session.fronted and not waiting.kind[2]:
            # Named by its hash alone, and sent before it was known that there are several nodes.
            self._retry(waiting, result, self._queue)
        elif result.cause == "cancelled":
            self._retry(waiting, result, lambda each: self._spawn(self._again([each], result.message, None)))
        else:
            self._finish(waiting, result)
        while len(self._results) >= MOST_UNTAKEN:
            self._taken.clear()
            await self._taken.wait()

    def _retry(self, waiting: _Waiting, result: AnyResult, how: Any) -> None:
        """Once more, unless it was tried often enough: then the masked result is what there is."""
        waiting.failures += 1
        if waiting.failures > self._session.settings.retries:
            self._finish(waiting, result)
        else:
            how(waiting)

    async def _again(self, batch: List[_Waiting], why: str, asked_s: Optional[float]) -> None:
        failures = 0
        for waiting in batch:
            waiting.failures += 1
            failures = max(failures, waiting.failures)
            if waiting.failures > self._session.settings.retries:
                self._give_up(waiting, self._session.unavailable(waiting.failures, why))
        await asyncio.sleep(self._session.backoff.wait_s(failures, asked_s))
        for waiting in batch:
            if waiting.index in self._open:
                self._send_next(waiting)

    def _sort_out(self, left: Dict[int, _Waiting], status: int, data: bytes) -> None:
        """A request was refused: those of its items that are at fault are told apart from the others."""
        if status == 413 and len(left) > 1:
            for waiting in left.values():
                waiting.alone = True
                self._send_next(waiting)
            return
        error = refusal(status, data, self._session.settings.place)
        guilty: Dict[int, List[Fault]] = {}
        if status == 413:
            guilty[0] = [Fault("too_large", "the item is larger than the server accepts (--max-body-mb)", "item")]
        elif isinstance(error, InvalidRequest):
            for fault in error.faults:
                match = _ITEM_AT_FAULT.match(fault.field or "")
                if match and int(match.group(1)) in left:
                    rest = (fault.field or "")[match.end():] or "item"
                    guilty.setdefault(int(match.group(1)), []).append(Fault(fault.code, fault.message, rest))
        if not guilty:
            raise error
        for position, waiting in left.items():
            if position in guilty:
                faults = tuple(guilty[position])
                self._finish(waiting, masked_result(waiting.is_math, waiting.index, waiting.id, waiting.origin,
                                                    "problem", "invalid_submission", str(faults[0]), faults))
            else:
                self._send_next(waiting)

    # ---- ends

    def _finish(self, waiting: _Waiting, result: AnyResult) -> None:
        del self._open[waiting.index]
        self._deliver(result)

    def _deliver(self, result: AnyResult) -> None:
        self._results.append(result)
        self._news.set()
        self._changed.set()

    def _give_up(self, waiting: _Waiting, error: AssayError) -> None:
        if not self._mask or not isinstance(error, (Unavailable, DeadlineExceeded)):
            raise error
        reason = "deadline_exceeded" if isinstance(error, DeadlineExceeded) else "unavailable"
        self._finish(waiting, masked_result(waiting.is_math, waiting.index, waiting.id, waiting.origin,
                                            "infrastructure", reason, str(error)))

    def _too_late(self) -> None:
        done = self._seen - len(self._open)
        error = DeadlineExceeded(f"{done} of {self._seen} results came within {self._timeout:g} s")
        for task in self._tasks:
            task.cancel()
        if not self._mask:
            raise error
        for given in self._iterator:  # what was not even begun
            self._enter(given)
        self._fed = True
        for waiting in list(self._open.values()):
            self._give_up(waiting, error)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            if self._error is None:
                self._error = error
            self._news.set()


def _goes_along(waiting: _Waiting) -> bool:
    """Whether the problem itself is in the request, rather than its hash."""
    return waiting.problem is not None and (waiting.inline or len(waiting.problem.text) <= INLINE_BYTES)


def _request(batch: List[_Waiting]) -> Tuple[str, bytes]:
    """Path and body of a request with these items, of one kind."""
    bodies = b",".join([waiting.body for waiting in batch])
    is_math, profile, options = batch[0].kind
    if is_math:
        said = b"" if profile is None else b'"profile":' + encode(profile) + b","
        if options:
            said += b'"options":' + options + b","
        return "/v1/math/verify", b'{"stream":true,' + said + b'"items":[' + bodies + b"]}"
    problems: Dict[str, bytes] = {}
    for waiting in batch:
        if waiting.named not in problems:
            text = waiting.problem.text if waiting.problem and _goes_along(waiting) else \
                b'{"sha256":"%s"}' % waiting.named.encode()
            problems[waiting.named] = text
    listed = b",".join([b'"%s":%s' % (name.encode(), text) for name, text in problems.items()])
    return "/v1/verify", b'{"stream":true,"problems":{' + listed + b'},"submissions":[' + bodies + b"]}"
