"""`assay sandbox` as people and scripts run it, against a running server."""

import os
import pty
import re
import select
import signal
import socket
import subprocess
import threading
import time

import pytest

from harness import server as harness
from harness.server import AssayServer
from harness.waiting import until

pytestmark = pytest.mark.skipif(harness.why_not() is not None, reason=str(harness.why_not()))

PATIENCE_S = 120


@pytest.fixture(scope="module")
def server():
    with AssayServer(["--slots", "1"]) as running:
        yield running
        assert running.stop() == 0
        assert running.leftovers() == []


def command(server, *arguments):
    return [harness.binary(), "sandbox", arguments[0], "--url", f"http://127.0.0.1:{server.port}",
            *arguments[1:]]


def run(server, *arguments, **more):
    more.setdefault("stdin", None if "input" in more else subprocess.DEVNULL)
    return subprocess.run(command(server, *arguments), capture_output=True, timeout=PATIENCE_S,
                          **{key: value for key, value in more.items() if value is not None})


@pytest.fixture
def box(server):
    made = run(server, "create", "--name", "trial", "--label", "run=r1", "--env", "GREETING=hello")
    assert made.returncode == 0, made.stderr
    identity = made.stdout.decode().strip()
    yield identity
    assert run(server, "rm", identity).returncode == 0


def running_programs(server, box):
    listed = server.get(f"/v1/sandboxes/{box}/processes").json()["processes"]
    return sum(each["running"] for each in listed)


def test_programs_are_run_as_if_they_were_here(server, box):
    told = run(server, "exec", box, "--", "bash", "-c", "echo $GREETING; echo aside >&2; exit 7")
    assert (told.returncode, told.stdout, told.stderr) == (7, b"hello\n", b"aside\n")
    every_byte = bytes(range(256)) * 3000
    piped = run(server, "exec", box, "--", "cat", input=every_byte)
    assert (piped.returncode, piped.stdout) == (0, every_byte)
    assert run(server, "exec", "--no-stdin", box, "--", "cat", input=b"x").stdout == b""
    assert run(server, "exec", box, "--", "bash", "-c", "kill -TERM $$").returncode == 128 + signal.SIGTERM
    slow = run(server, "exec", "--timeout", "0.5", box, "--", "sleep", "600")
    assert slow.returncode == 124 and b"--timeout" in slow.stderr
    where = run(server, "exec", "--directory", "/tmp", "--env", "A=b c", box, "--", "bash", "-c", "pwd; echo $A")
    assert where.stdout == b"/tmp\nb c\n"


def test_options_behind_the_program_are_its_own(server, box):
    assert run(server, "exec", box, "--", "echo", "--timeout", "-n", "--", "x").stdout == b"--timeout -n -- x\n"


def test_what_is_ours_is_no_exit_code_of_a_program(server, box):
    for arguments in (("exec", "sb-none", "--", "true"), ("exec", box, "--", "/no/such/program"),
                      ("exec", "--env", "A", box, "--", "true")):
        refused = run(server, *arguments)
        assert refused.returncode == 125 and refused.stderr.startswith(b"assay sandbox: "), arguments
        assert refused.stdout == b""
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{nobody.getsockname()[1]}"
        gone = subprocess.run([harness.binary(), "sandbox", "exec", "sb-1", "--", "true"], capture_output=True,
                              timeout=PATIENCE_S, stdin=subprocess.DEVNULL, env={**os.environ, "ASSAY_URL": url})
    assert gone.returncode == 125 and b"no server answers" in gone.stderr


@pytest.mark.parametrize("answer", [
    b'{"event":"start","pid":3}\n{"event":"stdout","text":"half"}\n',
    b'{"event":"start","pid":3}\n{"event":"end","exit_code":null,"signal":null}\n',
    b'{"event":"start","pid":3}\n{"event":"error","error":{"code":"ended","message":"lost"}}\n',
    b"<html>\n"])
@pytest.mark.parametrize("cut", [False, True])
def test_a_stream_without_an_end_is_an_error(answer, cut):
    """From a listener that answers so; `cut`: without the last chunk, as a connection that breaks."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        def reply():
            peer, _ = listener.accept()
            with peer:
                peer.recv(1 << 16)
                peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n"
                             b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n" % (len(answer), answer))
                peer.sendall(b"" if cut else b"0\r\n\r\n")
        thread = threading.Thread(target=reply)
        thread.start()
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        broken = subprocess.run([harness.binary(), "sandbox", "exec", "--url", url, "--no-stdin", "sb-1", "--", "true"],
                                capture_output=True, timeout=PATIENCE_S, check=False)
        thread.join()
    assert broken.returncode == 125 and b"no exit code" in broken.stderr
    assert broken.stdout == (b"half" if b"half" in answer else b"")


def test_ctrl_c_interrupts_what_runs(server, box):
    script = "trap 'echo caught; exit 9' INT; echo ready; while :; do sleep 0.05; done"
    with subprocess.Popen(command(server, "exec", box, "--", "bash", "-c", script), stdout=subprocess.PIPE,
                          stdin=subprocess.DEVNULL) as program:
        assert program.stdout.readline() == b"ready\n"
        program.send_signal(signal.SIGINT)
        assert program.stdout.read() == b"caught\n"
    assert program.returncode == 9


@pytest.mark.parametrize("how, times", [(signal.SIGINT, 3), (signal.SIGTERM, 1), (signal.SIGKILL, 1)])
def test_what_is_given_up_ends(server, box, how, times):
    script = "trap '' INT TERM; echo ready; while :; do sleep 0.05; done"
    with subprocess.Popen(command(server, "exec", box, "--", "bash", "-c", script), stdout=subprocess.PIPE,
                          stdin=subprocess.DEVNULL) as program:
        assert program.stdout.readline() == b"ready\n"
        for _ in range(times):
            program.send_signal(how)
            time.sleep(0.3)
        assert program.wait(PATIENCE_S) == (-how if how == signal.SIGKILL else 128 + how)
    until(lambda: running_programs(server, box) == 0)


def test_a_reader_that_leaves_ends_the_program(server, box):
    with subprocess.Popen(command(server, "exec", box, "--", "yes"), stdout=subprocess.PIPE,
                          stdin=subprocess.DEVNULL) as program:
        assert program.stdout.readline() == b"y\n"
        program.stdout.close()
        assert program.wait(PATIENCE_S) == 128 + signal.SIGPIPE
    until(lambda: running_programs(server, box) == 0)


def test_a_sandbox_that_is_ended_meanwhile_is_an_error(server):
    box = run(server, "create").stdout.decode().strip()
    with subprocess.Popen(command(server, "exec", box, "--", "bash", "-c", "echo ready; sleep 600"),
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout.readline() == b"ready\n"
        assert run(server, "rm", box).returncode == 0
        _, told = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 125 and b"no exit code" in told


def read_until(terminal, wanted):
    seen = b""
    while wanted not in seen:
        assert select.select([terminal], [], [], PATIENCE_S)[0], seen
        seen += os.read(terminal, 4096)
    return seen


def test_a_shell_has_this_terminal(server, box):
    ours, its = pty.openpty()
    with subprocess.Popen(command(server, "shell", box), stdin=its, stdout=its, stderr=its) as shell:
        # A key that comes before a program is the terminal's foreground ends nothing (so does bash
        # anywhere), hence one that says so itself.
        os.write(ours, b"tty; echo size $(stty size); sh -c 'echo sleeps; exec sleep 600'\n")
        seen = read_until(ours, b"\nsleeps")
        assert b"/dev/pts/" in seen and b"size 24 80" in seen
        os.write(ours, b"\x03")  # a key of the shell's: it ends what sleeps and goes on
        os.write(ours, b"echo still$((40 + 2)); exit 5\n")
        read_until(ours, b"still42")
        until(lambda: select.select([ours], [], [], 0)[0] == [] or os.read(ours, 4096) == b"" or
              shell.poll() is not None)
        assert shell.wait(PATIENCE_S) == 5
    os.close(its)
    os.close(ours)


def test_files_and_folders_are_copied_both_ways(server, box, tmp_path):
    content = bytes(range(256)) * 5000
    source = tmp_path / "project"
    (source / "deep").mkdir(parents=True)
    (source / "deep" / "bytes").write_bytes(content)
    (source / "run.sh").write_text("#!/bin/sh\necho ran\n")
    (source / "run.sh").chmod(0o755)
    (source / "link").symlink_to("run.sh")
    assert run(server, "cp", source, f"{box}:work").returncode == 0
    assert run(server, "exec", box, "--", "./work/link").stdout == b"ran\n"
    back = tmp_path / "back"
    assert run(server, "cp", f"{box}:work", back).returncode == 0
    assert (back / "deep" / "bytes").read_bytes() == content
    assert os.readlink(back / "link") == "run.sh" and os.access(back / "run.sh", os.X_OK)

    assert run(server, "cp", source / "run.sh", f"{box}:work/deep").returncode == 0
    assert run(server, "cp", f"{box}:work/deep/run.sh", tmp_path).returncode == 0
    assert (tmp_path / "run.sh").read_text() == "#!/bin/sh\necho ran\n"
    assert run(server, "cp", "-", f"{box}:piped", input=content).returncode == 0
    assert run(server, "cp", f"{box}:piped", "-").stdout == content
    listed = run(server, "ls", f"{box}:work").stdout.decode()
    assert re.search(r"0755 .*run\.sh\n", listed) and "link -> run.sh" in listed and "deep/" in listed


def test_a_copy_that_fails_leaves_nothing(server, box, tmp_path):
    for arguments, why in [((f"{box}:none", tmp_path / "a"), b"no such file"), ((tmp_path / "none", f"{box}:a"), b"none"),
                           (("a", "b"), b"SANDBOX:PATH"), ((f"{box}:a", f"{box}:b"), b"SANDBOX:PATH"),
                           (("sb-none:a", tmp_path / "a"), b"sb-none")]:
        failed = run(server, "cp", *arguments)
        assert failed.returncode == 2 and why in failed.stderr, (arguments, failed.stderr)
    assert list(tmp_path.iterdir()) == []
    assert run(server, "exec", box, "--", "ls").stdout == b""


def test_a_sandbox_is_listed_paused_resumed_and_removed(server):
    box = run(server, "create", "--label", "run=r2", "--memory-mb", "256").stdout.decode().strip()
    assert box in run(server, "list", "--label", "run=r2").stdout.decode()
    assert box not in run(server, "list", "--label", "run=r3").stdout.decode()
    if os.environ.get("ASSAY_TIER") == "userns":  # without cgroups
        refused = run(server, "pause", box)
        assert refused.returncode == 3 and b"tier userns" in refused.stderr
    else:
        assert run(server, "pause", box).returncode == 0
        assert "paused" in run(server, "list", "--label", "run=r2").stdout.decode()
        assert run(server, "resume", box).returncode == 0
    assert run(server, "exec", box, "--", "true").returncode == 0
    assert run(server, "logs", box).returncode == 0
    assert run(server, "rm", box).returncode == 0
    assert run(server, "rm", "sb-none").returncode == 2
    refused = run(server, "create", "--memory-mb", "-1")
    assert refused.returncode == 2 and b"memory_mb" in refused.stderr


def test_whoever_has_no_token_is_told_so(tmp_path):
    tokens, file = str(tmp_path / "tokens.yaml"), tmp_path / "token"
    made = subprocess.run([harness.binary(), "token", "new", "--tokens", tokens, "--name", "me"],
                          capture_output=True, timeout=PATIENCE_S, check=True)
    file.write_bytes(made.stdout)
    harness.hand_over(tokens)
    with AssayServer(["--slots", "1", "--tokens", tokens]) as guarded:
        assert b"token" in run(guarded, "create").stderr
        box = run(guarded, "create", "--token-file", file).stdout.decode().strip()
        assert run(guarded, "exec", "--token-file", file, box, "--", "echo", "in").stdout == b"in\n"
        assert run(guarded, "exec", box, "--", "echo", "in").returncode == 125
