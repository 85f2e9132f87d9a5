"""Waits and the window, with a clock and dice of the test's own."""

import asyncio
import email.utils

import pytest

from assay._pace import LONGEST_RETRY_AFTER_S, Backoff, Window, retry_after_s


@pytest.mark.parametrize("dice, waits", [(0.0, [0.05, 0.1, 0.2]), (1.0, [0.1, 0.2, 0.4])])
def test_waits_double_within_their_jitter(dice, waits):
    backoff = Backoff(0.1, 5.0, lambda: dice)
    assert [backoff.wait_s(failures) for failures in (1, 2, 3)] == pytest.approx(waits)


def test_waits_are_capped_however_many_failures():
    assert Backoff(0.1, 5.0, lambda: 1.0).wait_s(10_000) == 5.0


def test_what_the_server_asks_for_is_a_lower_bound():
    assert Backoff(dice=lambda: 0.0).wait_s(1, 3.0) == 3.0
    assert 3.0 < Backoff(dice=lambda: 1.0).wait_s(1, 3.0) <= 3.75


def test_retry_after_is_seconds_or_a_date():
    now = 1_700_000_000.0
    assert retry_after_s({"retry-after": "7"}) == 7.0
    assert retry_after_s({"retry-after": email.utils.formatdate(now + 9, usegmt=True)}, now) == pytest.approx(9, abs=1)
    assert retry_after_s({"retry-after": email.utils.formatdate(now - 9, usegmt=True)}, now) == 0.0
    assert retry_after_s({"retry-after": "1e9"}) == LONGEST_RETRY_AFTER_S
    assert retry_after_s({"retry-after": "soon"}) is None
    assert retry_after_s({"retry-after": "nan"}) is None
    assert retry_after_s({}) is None


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


async def entered(window, count):
    return [await asyncio.wait_for(window.enter(), 5) for _ in range(count)]


def test_the_window_grows_only_where_it_is_used():
    async def check():
        window = Window(start=2, clock=Clock())
        await entered(window, 1)
        window.succeeded()
        assert window.size == 3
        window.leave()
        await entered(window, 1)
        window.succeeded()
        assert window.size == 3  # one of three: nobody waited
    asyncio.run(check())


def test_a_refusal_halves_the_window_once():
    async def check():
        clock = Clock()
        window = Window(start=8, clock=clock)
        times = await entered(window, 8)
        clock.now += 1
        for time in times:
            window.refused(time, 0.0)
        assert window.size == 4
        clock.now += 1
        window.refused(clock.now, 0.0)
        assert window.size == 2
    asyncio.run(check())


def test_no_more_are_under_way_than_the_window_holds():
    async def check():
        window = Window(start=3)
        under_way = most = 0

        async def one():
            nonlocal under_way, most
            await window.enter()
            under_way += 1
            most = max(most, under_way)
            await asyncio.sleep(0)
            under_way -= 1
            window.leave()

        await asyncio.wait_for(asyncio.gather(*(one() for _ in range(100))), 10)
        assert most == 3
    asyncio.run(check())


def test_who_is_cancelled_while_waiting_passes_its_place_on():
    async def check():
        window = Window(start=1)
        await window.enter()
        first = asyncio.ensure_future(window.enter())
        second = asyncio.ensure_future(window.enter())
        await asyncio.sleep(0)
        window.leave()  # gives the place to the first
        first.cancel()
        await asyncio.wait_for(second, 5)
    asyncio.run(check())
