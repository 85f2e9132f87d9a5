"""The same through an httpx.AsyncClient of the caller's."""

import asyncio

import httpx
import pytest

import assay
from fake_server import Lines, Reset, Slow, Status

PROBLEM = assay.Problem.stdin_stdout([("1", "1")])
ITEMS = [assay.Submission(PROBLEM, f"right {i}") if i % 2 else assay.MathAnswer("1", "1") for i in range(100)]


@pytest.mark.parametrize("fault", [None, Reset(), Reset(after=700), Lines(2), Status(429, {"Retry-After": "0"}), Status(503)],
                         ids=str)
def test_scores_are_right_whatever_breaks(fake, fault):
    server = fake(lambda request: fault if request.number % 3 == 1 else None)

    async def check():
        async with httpx.AsyncClient(headers={"X-Team": "blue"}) as http, assay.AsyncClient(server.url, http=http) as client:
            assert await client.scores(ITEMS, batch=8) == [1.0] * len(ITEMS)

    asyncio.run(check())
    assert server.requests[0].headers["x-team"] == "blue"
    assert server.requests[0].headers["user-agent"].startswith("assay-python/")


def test_a_deadline_closes_the_connection(fake):
    server = fake(lambda request: Slow(60))

    async def check():
        async with httpx.AsyncClient() as http, assay.AsyncClient(server.url, http=http) as client:
            with pytest.raises(assay.DeadlineExceeded):
                await client.verify(PROBLEM, "right", timeout=0.2)
        assert await asyncio.get_running_loop().run_in_executor(None, server.disconnected.wait, 10)

    asyncio.run(check())


def test_another_kind_of_client_is_refused(fake):
    server = fake()

    async def check():
        async with assay.AsyncClient(server.url, http=httpx.Client()) as client:
            with pytest.raises(TypeError, match="httpx.AsyncClient, not Client"):
                await client.info()

    asyncio.run(check())
