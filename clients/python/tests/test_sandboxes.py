"""Sandboxes by the client against a real server: programs, files, cells, and their ends."""

import asyncio
import os
import signal
import time

import pytest

import assay
from assay.sandboxes import sandbox
from harness import server as harness

EVERY_BYTE = bytes(range(256))


def until(holds):
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture(scope="module")
def boxes():
    """A server with one sandbox for all tests that harm none."""
    reason = harness.why_not()
    if reason:
        pytest.skip(reason)
    with harness.AssayServer(["--slots", "1", "--warm-sandboxes", "0", "--sandboxes", "4"]) as running:
        with assay.Client(f"http://127.0.0.1:{running.port}", timeout=120) as client:
            yield client
        assert running.stop() == 0
        assert running.leftovers() == []


@pytest.fixture(scope="module")
def box(boxes):
    with boxes.sandbox("shared", labels={"of": "tests"}, env={"GREETING": "hello"}) as made:
        yield made
    assert boxes.get_sandbox(made.id).info.reason == "deleted"


def test_a_program_runs_to_its_end(box):
    done = box.exec("echo $GREETING $A; pwd; echo aside >&2; exit 7", env={"A": "é"}, directory="/tmp")
    assert (done.exit_code, done.stdout, done.stderr, done.ok) == (7, "hello é\n/tmp\n", "aside\n", False)
    assert box.exec(["printf", "%s|", "a b", "$A"]).stdout == "a b|$A|"
    assert box.exec("cat", input=EVERY_BYTE * 10).stdout_bytes == EVERY_BYTE * 10
    assert box.exec("md5sum; echo", input=EVERY_BYTE * 20_000).ok  # more than one request takes
    assert box.exec("exec head -c 1", input=EVERY_BYTE * 20_000).stdout_bytes == b"\0"  # and less than all is read
    assert box.exec("kill -TERM $$").signal == "SIGTERM"
    late = box.exec("echo begun; sleep 600", timeout=3)
    assert (late.timed_out, late.signal, late.exit_code, late.stdout) == (True, "SIGKILL", None, "begun\n")
    assert box.exec("tty", terminal=(24, 80)).stdout.startswith("/dev/pts/")
    with pytest.raises(assay.CannotStart, match="no-such-program"):
        box.exec(["no-such-program"])


def test_output_is_heard_as_it_comes(box):
    heard = []
    # Whoever hears may use the sandbox: the program waits for what the second line brings about.
    box.exec("echo a; until [ -e heard ]; do sleep 0.01; done; echo b", timeout=60,
             on_stdout=lambda text: (heard.append(text), box.write_file("heard", "")))
    assert heard == ["a\n", "b\n"]
    with box.stream("echo $$; sleep 600") as running:
        pid = int(next(running).text)
    until(lambda: not box.exec(f"kill -0 {pid}").ok)  # closing killed it


def test_a_program_beside_the_caller(box):
    process = box.start("read line; echo got $line; sleep 600", stdin=True, tag="mine")
    assert process.pid in [each.pid for each in box.processes() if each.running and each.tag == "mine"]
    with pytest.raises(assay.DeadlineExceeded):
        process.read(timeout=0.05)
    process.write("this\n")
    assert [output.text for output in process.read(60)] == ["got this\n"]
    again = box.attach(process.pid)
    with pytest.raises(assay.DeadlineExceeded):
        process.wait(0.05)
    process.kill("SIGINT")
    assert (process.wait(60).signal, again.wait(60).signal, process.running) == ("SIGINT", "SIGINT", False)
    assert process.read() == [] and process.stdout == "got this\n"
    first, second = (box.start("echo once >> count; sleep 600", key="k") for _ in range(2))
    assert first.pid == second.pid
    first.detach()
    until(lambda: box.exec("test -s count").ok)
    second.kill()
    assert second.wait(60).signal == "SIGKILL" and box.read_text("count") == "once\n"


def test_files_go_both_ways(box, tmp_path):
    assert box.write_file("d/e/a.bin", EVERY_BYTE, mode=0o640).mode == 0o640
    assert (box.read_file("d/e/a.bin"), box.read_file("d/e/a.bin", offset=-3, length=2)) == (EVERY_BYTE, b"\xfd\xfe")
    home = box.exec("pwd").stdout.strip()
    assert [each.path for each in box.list_files("d", depth=2)] == [f"{home}/d/e", f"{home}/d/e/a.bin"]
    box.move_file("d/e/a.bin", "d/b")
    assert box.file_info("d/b").bytes == 256 and box.make_folder("d/new").kind == "directory"
    box.remove_file("d/e")
    with pytest.raises(FileNotFoundError):
        box.read_file("d/e/a.bin")
    tree = tmp_path / "tree"
    (tree / "sub").mkdir(parents=True)
    (tree / "sub" / "é").write_bytes(EVERY_BYTE)
    (tree / "run").write_text("#!/bin/sh\necho ran\n")
    (tree / "run").chmod(0o755)
    (tree / "link").symlink_to("sub/é")
    box.upload(tree, "up")
    assert box.exec("up/run; cmp up/link d/b").stdout == "ran\n"
    box.download("up", tmp_path / "back")
    assert (tmp_path / "back" / "sub" / "é").read_bytes() == EVERY_BYTE
    assert os.readlink(tmp_path / "back" / "link") == "sub/é" and os.access(tmp_path / "back" / "run", os.X_OK)
    with pytest.raises(assay.SandboxError, match="max_bytes"):
        box.download("up", tmp_path / "none", max_bytes=3 << 10)  # a folder, two files and a link
    assert not (tmp_path / "none").exists()
    box.upload(tree / "run", "one")
    box.download("one", tmp_path / "one")
    assert (tmp_path / "one").read_text() == (tree / "run").read_text() and os.access(tmp_path / "one", os.X_OK)


def test_cells_keep_their_state_beside_the_sandboxs_files(box):
    box.write_file("number", "20")
    assert box.run_code("x = int(open('number').read())\nprint('read')\nx + 1").text == "21"
    done = box.run_code("print('aside')\nx / 0")
    assert (done.status, done.stdout, done.error.name) == ("error", "aside\n", "ZeroDivisionError")
    assert box.run_code("input() + str(x)", stdin="line").text == "'line20'"
    died = box.run_code("import os; os._exit(3)")
    assert (died.status, died.restarted) == ("died", True)
    assert box.run_code("x").error.name == "NameError"
    assert box.run_code("while True: pass", timeout=0.2).status == "timeout"


def test_a_sandbox_stands_still_goes_back_and_is_forked(boxes, box):
    assert (box.pause().state, box.resume().state) == ("paused", "running")
    box.write_file("kept", "1")
    box.run_code("y = 1")
    box.snapshot()
    box.write_file("new", "2")
    with box.fork("other") as other:
        assert (other.read_text("new"), other.info.name, other.info.labels) == ("2", "other", {"of": "tests"})
        assert {box.id, other.id} <= {each.id for each in boxes.list_sandboxes(labels={"of": "tests"}, state="running")}
    box.recycle()
    assert box.exec("cat kept new").stdout == "1"
    assert box.run_code("y").error.name == "NameError"
    before = box.info.expires_at
    assert box.set_lifetime(36_000).expires_at > before and box.usage()["memory_bytes"] > 0


def test_creation_with_a_key_is_one_and_labels_end_them(boxes):
    one, two = (boxes.sandbox(idempotency_key="k", labels={"run": "r"}, start="echo started") for _ in range(2))
    assert one.id == two.id
    until(lambda: one.logs() == b"started\n")
    running = one.start("sleep 600")
    assert boxes.delete_sandboxes({"run": "r"}) == [one.id]
    for ask in (lambda: one.exec("true"), lambda: running.wait(60)):
        with pytest.raises(assay.SandboxEnded) as raised:
            ask()
        assert raised.value.reason == "deleted"
    with pytest.raises((assay.InvalidRequest, assay.SandboxError), match="image"):
        boxes.sandbox(image="nobody/knows:1")
    with pytest.raises(assay.UnknownSandbox):
        boxes.get_sandbox("sb-none")


def test_many_at_once_without_a_thread_each(boxes, box):
    async def check():
        async with sandbox(url=boxes.url, idle_s=60) as mine:
            done = await asyncio.gather(*[mine.exec(f"sleep 0.2; echo {i}") for i in range(24)])
            assert [each.stdout for each in done] == [f"{i}\n" for i in range(24)]
            process = await mine.start("cat", stdin=True)
            await process.write(EVERY_BYTE, close=True)
            assert (await process.wait(60)).stdout_bytes == EVERY_BYTE
            assert (await mine.run_code("1 + 1")).text == "2"
            abandoned = asyncio.ensure_future(mine.exec("touch begun; exec sleep 600"))
            while not [each for each in await mine.list_files() if each.path.endswith("/begun")]:
                await asyncio.sleep(0.01)
            abandoned.cancel()
            while [each for each in await mine.processes() if each.running and "sleep 600" in each.argv[-1]]:
                await asyncio.sleep(0.01)
        with pytest.raises(assay.SandboxEnded):
            await mine.exec("true")

    asyncio.run(asyncio.wait_for(check(), 120))
    with sandbox(url=boxes.url) as mine:
        assert mine.exec("pwd").stdout == "/home/user\n"


def test_a_killed_server_is_no_exit_code():
    reason = harness.why_not()
    if reason:
        pytest.skip(reason)
    serving = assay.serve("--slots", "1", "--warm-sandboxes", "0", binary=str(harness.binary()),
                          environment={"ASSAY_TOOLCHAIN_SELF_TEST": "off"}, client={"retries": 1})
    with serving as client:
        box = client.sandbox()
        process = box.start("sleep 600")
        with pytest.raises(assay.ConnectionLost):
            box.exec("echo begun; sleep 600", on_stdout=lambda text: os.kill(serving._process.pid, signal.SIGKILL))
        with pytest.raises(assay.Unavailable):
            process.wait(60)
