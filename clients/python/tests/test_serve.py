"""serve(): a server as long as a block lasts, and words that help when there is none."""

import asyncio
import os
import pathlib
import signal
import socket
import stat
import subprocess
import sys
import textwrap
import time

import pytest

import assay
from assay import _find
from assay.server import serve

ADD = assay.Problem.stdin_stdout([("1 2\n", "3")])
SUM = "print(sum(map(int, input().split())))"
SOURCES = pathlib.Path(assay.__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def no_self_tests(monkeypatch):
    """Servers of these tests judge little: they need not try their toolchains first."""
    monkeypatch.setenv("ASSAY_TOOLCHAIN_SELF_TEST", "off")


def gone(pid):
    """Whether a process has ended; bounded."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            state = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


def script(folder, text):
    path = folder / "assay"
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_a_server_lasts_as_long_as_its_block(binary):
    serving = assay.serve("--slots", "1", binary=binary, client={"run": "r1"})
    with serving as client:
        pid = serving._process.pid
        result = client.verify(ADD, SUM)
        assert (result.score, result.origin.run) == (1.0, "r1")
        assert client.info().slots == 1
        assert any("isolation tier" in line for line in serving.log)
    assert gone(pid)
    with serving as client:  # and again
        assert client.math("1", "1").score == 1.0


def test_an_async_block(binary):
    async def check():
        serving = assay.serve(binary=binary)
        async with serving as client:
            pid = serving._process.pid
            assert (await client.verify(ADD, SUM)).score == 1.0
        assert gone(pid)

    asyncio.run(check())


def test_two_servers_at_a_time(binary):
    with assay.serve(binary=binary) as one, assay.serve(binary=binary) as two:
        assert one.url != two.url
        assert one.scores([assay.Submission(ADD, SUM)]) == two.scores([assay.Submission(ADD, SUM)]) == [1.0]


def test_a_server_that_is_killed_in_mid_batch_and_comes_back_loses_nothing(binary):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    items, scores = [], []
    for i in range(200):
        right = i % 3 != 0
        if i % 2:
            items.append(assay.MathAnswer(str(i), rf"\boxed{{{i if right else i + 1}}}"))
        else:
            items.append(assay.Submission(ADD, (SUM if right else "print(0)") + f"  # {time.time_ns()}", cache=False))
        scores.append(1.0 if right else 0.0)
    first, second = serve("--port", port, binary=binary), serve("--port", port, binary=binary)
    first.start()
    killed = first._process
    got = {}
    try:
        with assay.Client(f"http://127.0.0.1:{port}", retries=100) as client:
            for result in client.verify_many(items, batch=8):
                got[result.index] = result.score
                if len(got) == 110:
                    killed.kill()
                    killed.wait()
                    second.start()
        assert [got[i] for i in range(200)] == scores
    finally:
        first.stop()
        second.stop()


def test_an_error_in_the_block_stops_the_server(binary):
    serving = assay.serve(binary=binary)
    with pytest.raises(ZeroDivisionError):
        with serving:
            pid = serving._process.pid
            1 // 0
    assert gone(pid)


def test_the_server_ends_with_a_parent_that_is_killed(binary):
    code = textwrap.dedent("""
        import sys, time, assay
        serving = assay.serve(binary=sys.argv[1])
        serving.start()
        print(serving._process.pid, flush=True)
        time.sleep(600)
    """)
    parent = subprocess.Popen([sys.executable, "-c", code, binary], stdout=subprocess.PIPE, text=True,
                              env={**os.environ, "PYTHONPATH": str(SOURCES)})
    pid = int(parent.stdout.readline())
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    assert gone(pid)


def test_a_wrong_option_is_told_in_the_servers_words(binary):
    with pytest.raises(assay.StartError, match="--no-such-option"):
        with assay.serve("--no-such-option", binary=binary):
            pass


def test_without_privileges_the_doctors_words_say_why(binary, tmp_path):
    # As nobody, from a place that nobody may read.
    code = "import os, sys; os.setgroups([]); os.setgid(65534); os.setuid(65534); os.execv(sys.argv[1], sys.argv[1:])"
    wrapped = script(tmp_path, f'exec {sys.executable} -c "{code}" {binary} "$@"\n')
    with pytest.raises(assay.StartError, match="(?s)ended with code 1.*not root.*run as root.*assay doctor"):
        with assay.serve("--tier", "privileged", binary=wrapped):
            pass


def test_another_release_is_refused(tmp_path, fake):
    server = fake(lambda request: None)
    # Any status but 200 is "not ready": the fake knows no /readyz, so it is given one.
    from fake_server import Status
    server._script = lambda request: Status(200) if request.path == "/readyz" else None
    path = script(tmp_path, f"echo 'assay 9.1.0 (abc)  listening on {server.url}'\nexec sleep 600\n")
    with pytest.raises(assay.VersionMismatch, match="9.1.0.*install assay-rl==9.1.0"):
        with assay.serve(binary=path):
            pass


def test_a_server_that_is_never_ready_is_ended(tmp_path):
    serving = serve(binary=script(tmp_path, "echo 'thinking'\nexec sleep 600\n"), start_timeout=0.5)
    with pytest.raises(assay.StartError, match="not ready within 0.5 s"):
        serving.start()
    assert serving._process is None


def test_a_program_that_is_not_there_is_named(tmp_path):
    with pytest.raises(assay.StartError, match="/no/such/assay"):
        with assay.serve(binary="/no/such/assay"):
            pass


def test_where_the_binary_is_looked_for(tmp_path, monkeypatch):
    monkeypatch.delenv("ASSAY_BIN", raising=False)
    monkeypatch.setattr(_find, "CARRIED", tmp_path / "nothing")
    folder = tmp_path / "path"
    folder.mkdir()
    script(folder, "exit 1\n")  # like our own console script: no program
    monkeypatch.setenv("PATH", str(folder))
    assert _find.find_binary() is None
    with pytest.raises(assay.StartError, match="set ASSAY_BIN"):
        serve().start()
    (folder / "assay").write_bytes(b"\x7fELF")
    assert _find.find_binary() == folder / "assay"
    carried = tmp_path / "carried" / "bin"
    carried.mkdir(parents=True)
    (carried / "assay").write_bytes(b"")
    monkeypatch.setattr(_find, "CARRIED", tmp_path / "carried")
    assert _find.find_binary() == carried / "assay"
    monkeypatch.setenv("ASSAY_BIN", "/opt/one")
    assert str(_find.find_binary()) == "/opt/one"
    assert str(_find.find_binary("/opt/two")) == "/opt/two"


def test_the_console_script_becomes_the_binary(binary):
    done = subprocess.run([sys.executable, "-m", "assay", "version"], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(SOURCES), "ASSAY_BIN": binary})
    direct = subprocess.run([binary, "version"], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, direct.stdout, "")
    missing = subprocess.run([sys.executable, "-m", "assay"], capture_output=True, text=True,
                             env={"PYTHONPATH": str(SOURCES), "PATH": "/nonexistent"})
    assert missing.returncode == 127 and "set ASSAY_BIN" in missing.stderr
