"""Fixtures of the integration and security suites: one server for the whole session.

At its end the session checks that the server stopped with exit code 0 and left nothing behind.
"""

import pathlib
import sys
import tempfile

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from harness import server as harness  # noqa: E402


@pytest.fixture(scope="session")
def server():
    """A ready AssayServer with default options."""
    reason = harness.why_not()
    if reason:
        pytest.skip(reason)
    running = harness.AssayServer()
    running.start()
    yield running
    code = running.stop()
    left = running.leftovers()
    assert code == 0, "\n".join(running.log[-50:])
    assert left == [], left


@pytest.fixture
def place():
    """A folder that boxes see: of /tmp, /var/tmp and /dev they have their own."""
    build = harness.REPOSITORY / "build"
    if any(build.is_relative_to(theirs) for theirs in ("/tmp", "/var/tmp", "/dev")):
        pytest.skip(f"boxes don't see {build}: clone elsewhere than below /tmp, /var/tmp and /dev")
    build.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=build) as folder:
        yield pathlib.Path(folder)


@pytest.fixture
def start_server():
    """Starts servers with options of the test's own: start_server("--slots", "1")."""
    reason = harness.why_not()
    if reason:
        pytest.skip(reason)
    started = []

    def start(*arguments, **kwargs):
        started.append(harness.AssayServer(arguments, **kwargs))
        started[-1].start()
        return started[-1]

    yield start
    for each in started:
        each.stop()
        assert each.leftovers() == []
