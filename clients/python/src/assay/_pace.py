"""How fast and how often: waits between tries, and how many requests may be under way.

Pure policy around an injected clock and dice; the only wait is Window.enter's. One event loop at a time.
"""

from __future__ import annotations

import asyncio
import email.utils
import random
import time
from collections import deque
from typing import Callable, Deque, Mapping, Optional

RETRIED_STATUSES = frozenset((408, 500, 502, 503, 504))
LONGEST_RETRY_AFTER_S = 300.0


def retry_after_s(headers: Mapping[str, str], now: Optional[float] = None) -> Optional[float]:
    """What the server asks for: seconds, or a date. Nothing that makes no sense."""
    value = headers.get("retry-after", "").strip()
    if not value:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            date = email.utils.parsedate_to_datetime(value)
        except (TypeError, ValueError):
            return None
        seconds = date.timestamp() - (time.time() if now is None else now)
    if not seconds == seconds:  # NaN
        return None
    return min(max(seconds, 0.0), LONGEST_RETRY_AFTER_S)


class Backoff:
    """Waits that double up to a cap. Each is drawn from its upper half, so that clients that failed together
    don't come back together; what the server asks for is a lower bound."""

    def __init__(self, first_s: float = 0.1, cap_s: float = 5.0, dice: Callable[[], float] = random.random) -> None:
        self._first_s = first_s
        self._cap_s = cap_s
        self._dice = dice

    def wait_s(self, failures: int, asked_s: Optional[float] = None) -> float:
        """Before the try after so many failures in a row (from 1)."""
        own = min(self._cap_s, self._first_s * 2.0 ** min(failures - 1, 30)) * (0.5 + 0.5 * self._dice())
        if asked_s is None:
            return own
        return asked_s + 0.25 * max(asked_s, 0.1) * self._dice()


class Window:
    """How many requests may be under way at once: one more after each success, half after a refusal for want
    of room, and none at all until the time which that refusal names.

    Refusals of requests that were sent before the last cut say nothing new and don't cut again.
    """

    def __init__(self, start: int = 16, most: int = 256, clock: Callable[[], float] = time.monotonic) -> None:
        self._size = float(start)
        self._most = most
        self._clock = clock
        self._under_way = 0
        self._closed_until = 0.0
        self._last_cut = -1.0
        self._waiting: Deque[asyncio.Future[None]] = deque()

    @property
    def size(self) -> int:
        return int(self._size)

    async def enter(self) -> float:
        """Waits for a place; gives the time of entry, which the end reports."""
        while True:
            wait_s = self._closed_until - self._clock()
            if wait_s > 0:
                await asyncio.sleep(wait_s)
            elif self._under_way < int(self._size):
                self._under_way += 1
                return self._clock()
            else:
                place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                self._waiting.append(place)
                try:
                    await place
                except asyncio.CancelledError:
                    if place.done() and not place.cancelled():
                        self._wake()  # the place was given to one who leaves
                    raise

    def leave(self) -> None:
        self._under_way -= 1
        self._wake()

    def succeeded(self) -> None:
        if self._under_way >= int(self._size) - 1:  # more would have been used
            self._size = min(float(self._most), self._size + 1)

    def refused(self, entered: float, wait_s: float) -> None:
        now = self._clock()
        self._closed_until = max(self._closed_until, now + wait_s)
        if entered > self._last_cut:
            self._size = max(1.0, self._size / 2)
            self._last_cut = now

    def _wake(self) -> None:
        free = int(self._size) - self._under_way
        while self._waiting and free > 0:
            place = self._waiting.popleft()
            if not place.done():
                place.set_result(None)
                free -= 1
