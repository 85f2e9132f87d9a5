"""One event loop in a thread of its own, for all synchronous clients of the process.

It is made when it is first needed, and again in a child after a fork, which has no threads.
"""

from __future__ import annotations

import asyncio
import atexit
import concurrent.futures
import concurrent.futures.thread  # it stops its threads at exit: later than what is registered after it
import os
import threading
from typing import Any, Callable, Coroutine, Generic, Optional, Set, TypeVar

T = TypeVar("T")
_MOST_WAIT_S = 10.0
_lock = threading.Lock()
_loop: Optional[asyncio.AbstractEventLoop] = None
_last: Set[asyncio.Task[Any]] = set()  # that the end of the process waits for; only the loop's thread changes it


def _forget() -> None:
    global _lock, _loop, _last
    _lock = threading.Lock()
    _loop = None
    _last = set()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def loop() -> asyncio.AbstractEventLoop:
    global _loop
    if _loop is not None:  # without the lock: an interrupt at its release would leave it locked
        return _loop
    with _lock:
        if _loop is None:
            made = asyncio.new_event_loop()
            # Only a loop that runs is kept: who is interrupted here leaves none that everybody else would wait for.
            threading.Thread(target=made.run_forever, name="assay-client", daemon=True).start()
            _loop = made
        return _loop


def see_off(task: asyncio.Task[Any]) -> None:
    """The process waits for it at its end, for a bounded time. For tasks of the loop's thread; of others nothing is done."""
    if task.get_loop() is _loop:
        _last.add(task)
        task.add_done_callback(_last.discard)


def _at_exit() -> None:
    async def over() -> None:
        if _last:
            await asyncio.wait(set(_last), timeout=_MOST_WAIT_S)

    if _loop is not None:
        concurrent.futures.wait([asyncio.run_coroutine_threadsafe(over(), _loop)], _MOST_WAIT_S)


# As atexit, but while names can still be looked up, which takes a thread.
getattr(threading, "_register_atexit", atexit.register)(_at_exit)


def run(work: Coroutine[Any, Any, T], finish: bool = False, unwanted: Optional[Callable[[T], Any]] = None) -> T:
    """The result of `work`, done in the background. An interrupt of the waiting thread cancels it and waits for its end,
    so that nothing goes on behind the caller; `finish`: it is done all the same, for what tidies up. `unwanted` gets,
    in the loop's thread, a result that came when the caller had been interrupted."""
    call = _Call(work)
    try:
        # An interrupt may come between any two of these steps: `call` knows how far they got.
        loop().call_soon_threadsafe(call.begin)
        return call.result.result()
    except BaseException:
        if not call.result.done():
            call.leave(finish)
        if unwanted is not None:
            call.give(unwanted)
        raise


class _Call(Generic[T]):
    """Work of the loop's thread for another one. Only the loop's thread calls begin and cancel."""

    def __init__(self, work: Coroutine[Any, Any, T]) -> None:
        self.result: concurrent.futures.Future[T] = concurrent.futures.Future()
        self._work = work
        self._task: Optional[asyncio.Task[T]] = None

    def begin(self) -> None:
        if self._task is None and not self.result.done():
            self._task = asyncio.get_running_loop().create_task(self._work)
            self._task.add_done_callback(self._ended)

    def cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()
        elif not self.result.done():
            self._work.close()
            self._cancelled()

    def leave(self, finish: bool) -> None:
        """For the thread that waits no more."""
        loop().call_soon_threadsafe(self.begin if finish else self.cancel)
        if not finish:
            concurrent.futures.wait([self.result], _MOST_WAIT_S)

    def give(self, unwanted: Callable[[T], Any]) -> None:
        if self.result.done() and not self.result.cancelled() and self.result.exception() is None:
            loop().call_soon_threadsafe(unwanted, self.result.result())

    def _ended(self, task: asyncio.Task[T]) -> None:
        if task.cancelled():
            self._cancelled()
            return
        error = task.exception()
        if error is not None:
            self.result.set_exception(error)
        else:
            self.result.set_result(task.result())

    def _cancelled(self) -> None:
        self.result.cancel()
        self.result.set_running_or_notify_cancel()  # without it those in wait() aren't told
