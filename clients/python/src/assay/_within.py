"""A bounded wait that loses nothing.

asyncio.wait_for of Python before 3.12 swallows a cancellation that comes in the moment in which what it waits for is
done: the caller then goes on as if nobody had cancelled it. With a stream that never pauses that moment is most of the
time.
"""

from __future__ import annotations

import asyncio
from typing import Any, Awaitable, Callable, Optional, TypeVar

T = TypeVar("T")


async def within(work: Awaitable[T], seconds: Optional[float], unwanted: Optional[Callable[[T], Any]] = None) -> T:
    """The result of `work`, which has ended when this ends; asyncio.TimeoutError when it takes longer. `unwanted` gets a
    result that comes when the caller has been cancelled."""
    task = asyncio.ensure_future(work)
    try:
        done, _ = await asyncio.wait({task}, timeout=seconds)
        if not done:
            await _ended(task)
    except asyncio.CancelledError:
        await _ended(task)
        if not task.cancelled() and task.exception() is None and unwanted is not None:
            unwanted(task.result())
        raise
    if not done and task.cancelled():
        raise asyncio.TimeoutError
    return task.result()


async def _ended(task: asyncio.Future[T]) -> None:
    """Cancels it and waits for its end, which is near; who is cancelled meanwhile is told so then."""
    interrupted: Optional[asyncio.CancelledError] = None
    while not task.done():
        task.cancel()
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            interrupted = error
    if interrupted is not None:
        raise interrupted
