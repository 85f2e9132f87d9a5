"""Fixtures: a real server of this build for the session, and fakes that misbehave by a script."""

import pathlib
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
sys.path[:0] = [str(HERE), str(HERE.parent / "src"), str(REPOSITORY / "tests")]
from harness import server as harness  # noqa: E402

import assay  # noqa: E402
from fake_server import FakeServer  # noqa: E402


@pytest.fixture(scope="session")
def server():
    """A ready server with default options."""
    reason = harness.why_not()
    if reason:
        pytest.skip(reason)
    running = harness.AssayServer()
    running.start()
    running.url = f"http://127.0.0.1:{running.port}"
    yield running
    assert running.stop() == 0, "\n".join(running.log[-50:])
    assert running.leftovers() == []


@pytest.fixture(scope="session")
def binary():
    reason = harness.why_not()
    if reason:
        pytest.skip(reason)
    return str(harness.binary())


@pytest.fixture
def client(server):
    with assay.Client(server.url, timeout=120) as each:
        yield each


@pytest.fixture
def fake():
    """fake(script) starts a FakeServer that ends with the test."""
    started = []

    def start(script=None):
        started.append(FakeServer(script))
        started[-1].start()
        return started[-1]

    yield start
    for each in started:
        each.stop()
