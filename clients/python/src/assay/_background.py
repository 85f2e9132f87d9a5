"""One event loop in a thread of its own, for all synchronous clients of the process.

It is made when it is first needed, and again in a child after a fork, which has no threads.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import os
import threading
from typing import Any, Coroutine, Optional, TypeVar

T = TypeVar("T")
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
    with _lock:
        if _loop is None:
            _loop = asyncio.new_event_loop()
            threading.Thread(target=_loop.run_forever, name="assay-client", daemon=True).start()
        return _loop


def run(work: Coroutine[Any, Any, T]) -> T:
    """The result of `work`, done in the background; an interrupt of the waiting thread cancels it."""
    future: concurrent.futures.Future[T] = asyncio.run_coroutine_threadsafe(work, loop())
    try:
        return future.result()
    except BaseException:
        future.cancel()
        raise
