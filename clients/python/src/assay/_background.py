"""One event loop in a thread of its own, for all synchronous clients of the process.

It is made when it is first needed, and again in a child after a fork, which has no threads.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import os
import threading
from typing import Any, Coroutine, Generic, Optional, TypeVar

T = TypeVar("T")
_MOST_WAIT_S = 10.0
_lock = threading.Lock()
_loop: Optional[asyncio.AbstractEventLoop] = None


def _forget() -> None:
    global _lock, _loop
    _lock = threading.Lock()
    _loop = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def loop() -> asyncio.AbstractEventLoop:
    global _loop
    if _loop is not None:  # without the lock: an interrupt at its release would leave it locked
        return _loop
    with _lock:
        if _loop is None:
            _loop = asyncio.new_event_loop()
            threading.Thread(target=_loop.run_forever, name="assay-client", daemon=True).start()
        return _loop


def run(work: Coroutine[Any, Any, T], finish: bool = False) -> T:
    """The result of `work`, done in the background. An interrupt of the waiting thread cancels it and waits for its end,
    so that nothing goes on behind the caller; `finish`: it is done all the same, for what tidies up."""
    call = _Call(work)
    try:
        # An interrupt may come between any two of these steps: `call` knows how far they got.
        loop().call_soon_threadsafe(call.begin)
        return call.result.result()
    except BaseException:
        if not call.result.done():
            call.leave(finish)
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
