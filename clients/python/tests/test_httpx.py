"""The same through an httpx.AsyncClient of the caller's."""

import asyncio
import json

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


def test_a_program_of_a_sandbox_is_asked_for_once_and_left_when_its_caller_is(fake):
    info = {"id": "sb-1", "name": "a", "state": "running", "reason": None, "message": "", "image": None, "labels": {},
            "created_at": "", "expires_at": None, "ended_at": None, "running_processes": 0}
    exec_faults = [Reset(), Status(503), Lines(1, "silence")]

    def script(request):
        if request.path == "/v1/sandboxes":
            return Status(201, body=json.dumps(info).encode())
        return exec_faults.pop(0)

    server = fake(script)
    server.lines = lambda request: [{"event": "start", "pid": 7}, {"event": "heartbeat"}]

    async def check():
        async with httpx.AsyncClient() as http, assay.AsyncClient(server.url, http=http) as client:
            box = await client.sandbox()
            with pytest.raises(assay.ConnectionLost):
                await box.exec("make")
            with pytest.raises(assay.SandboxError):
                await box.exec("make")
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(box.exec("make"), 2)
            # While the client is still there.
            assert await asyncio.get_running_loop().run_in_executor(None, server.disconnected.wait, 60)

    asyncio.run(check())
    assert len(server.requests) == 4


def test_a_program_that_is_detached_from_at_once_is_left(fake):
    info = {"id": "sb-1", "name": "a", "state": "running", "reason": None, "message": "", "image": None, "labels": {},
            "created_at": "", "expires_at": None, "ended_at": None, "running_processes": 0}
    server = fake(lambda request: Status(201, body=json.dumps(info).encode()) if request.path == "/v1/sandboxes" else
                  Lines(1, "silence"))
    server.lines = lambda request: [{"event": "start", "pid": 7}]

    async def check():
        async with httpx.AsyncClient() as http, assay.AsyncClient(server.url, http=http) as client:
            (await (await client.sandbox()).start("make")).detach()
            assert await asyncio.get_running_loop().run_in_executor(None, server.disconnected.wait, 10)

    asyncio.run(check())


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
