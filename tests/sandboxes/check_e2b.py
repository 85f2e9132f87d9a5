#!/usr/bin/python3
"""E2B's released Python SDK, unmodified, against a server with sandboxes, from its environment alone.

    check_e2b.py --url http://127.0.0.1:8080 --client FOLDER

FOLDER has e2b and what it needs (pip install --target). What happens when a server dies is tried on
a server of its own, $ASSAY_BIN or build/release/assay.
"""

import asyncio
import io
import os
import sys
import threading
import time
import urllib.error
import urllib.request

from checks import expect, parser, raises
from harness.server import AssayServer

BINARY = bytes(range(256)) * 5000


def commands(e2b, box):
    run = box.commands.run
    ran = run("echo $GREETING; echo err >&2")
    expect((ran.stdout, ran.stderr, ran.exit_code) == ("hello\n", "err\n", 0), f"a command: {ran}")
    expect(raises(e2b.CommandExitException, lambda: run("exit 7")).exit_code == 7, "an exit code")
    expect(run("pwd; echo $A", cwd="/tmp", envs={"A": "1"}).stdout == "/tmp\n1\n", "its directory and environment")
    expect(len(run("head -c 3000000 /dev/zero | tr '\\0' x").stdout) == 3000000, "a large output")
    raises(e2b.TimeoutException, lambda: run("sleep 600", timeout=1))
    raises(e2b.InvalidArgumentException, lambda: run("id", user="root"))
    handle = run("cat; echo done", background=True, stdin=True)
    box.commands.send_stdin(handle.pid, "line\n")
    box.commands.close_stdin(handle.pid)
    expect(handle.wait().stdout == "line\ndone\n", "what was written to it")
    handle = run("echo a; sleep 600", background=True)
    expect(handle.pid in [one.pid for one in box.commands.list()], "the list of processes")
    other = box.commands.connect(handle.pid)
    expect(box.commands.kill(handle.pid) and not box.commands.kill(999999), "an end by its number")
    raises(e2b.CommandExitException, handle.wait)
    raises(e2b.CommandExitException, other.wait)


def terminal(e2b, box):
    said = []
    process = box.pty.create(e2b.PtySize(rows=24, cols=80), timeout=60)
    box.pty.resize(process.pid, e2b.PtySize(rows=30, cols=100))
    box.pty.send_stdin(process.pid, b"stty size; exit\n")
    process.wait(on_pty=said.append)
    expect(b"30 100" in b"".join(said), f"a terminal's size: {said}")
    expect(box.pty.kill(box.pty.create(e2b.PtySize(rows=24, cols=80)).pid), "a terminal's end")


def files(e2b, box):
    store = box.files
    home = box.commands.run("echo -n ~").stdout
    expect(store.write("d/a.bin", BINARY).path == f"{home}/d/a.bin", "where a file lies")
    expect(bytes(store.read("d/a.bin", format="bytes")) == BINARY, "bytes")
    expect(b"".join(store.read("d/a.bin", format="stream")) == BINARY, "a stream")
    store.write("s.bin", io.BytesIO(BINARY))
    store.write("g.bin", BINARY, gzip=True)
    expect(bytes(store.read("s.bin", format="bytes")) == bytes(store.read("g.bin", format="bytes")) == BINARY,
           "uploads from a file, and compressed")
    store.write("u.txt", "héllo")
    expect(store.read("u.txt") == "héllo", "text")
    many = store.write_files([{"path": "m1", "data": "1"}, {"path": "/tmp/m 2", "data": b""}])
    expect([one.path for one in many] == [f"{home}/m1", "/tmp/m 2"], f"many at once: {many}")
    expect(store.make_dir("n/o") and not store.make_dir("n/o"), "a directory")
    expect(store.exists("n") and not store.exists("nope"), "what exists")
    info = store.get_info("u.txt")
    expect((info.name, info.type, info.size, info.owner) == ("u.txt", e2b.FileType.FILE, 6, "user"), f"{info}")
    listed = {one.path for one in store.list(home, depth=2)}
    expect(listed >= {f"{home}/n/o", f"{home}/d/a.bin"}, f"a list: {listed}")
    expect(store.rename("u.txt", "v.txt").path == f"{home}/v.txt", "a new name")
    store.remove("v.txt")
    expect(not store.exists("v.txt"), "a removed file")
    raises(e2b.FileNotFoundException, lambda: store.read("nope"))
    raises(e2b.InvalidArgumentException, lambda: store.read("n"))
    raises(e2b.SandboxException, lambda: store.watch_dir("."))
    signed = box.download_url("m1")
    expect(urllib.request.urlopen(signed, timeout=60).read() == b"1", "a signed address")
    raises(urllib.error.HTTPError, lambda: urllib.request.urlopen(signed.replace("m1", "s.bin"), timeout=60))


def lifetimes(e2b, box):
    box.set_timeout(300)
    query = e2b.SandboxQuery(metadata={"run": "a b&c"})
    found = [one.sandbox_id for one in e2b.Sandbox.list(query=query).next_items()]
    expect(found == [box.sandbox_id] and box.get_info().metadata == {"run": "a b&c", "x": "ä"}, f"metadata: {found}")
    expect(box.get_metrics()[0].mem_total > 0, "metrics")
    slow = box.commands.run("for i in 1 2 3 4 5 6; do sleep 0.3; done; echo end", background=True)
    expect(box.pause() and not box.pause() and not box.is_running(), "a pause")
    raises(e2b.SandboxNotRunningException, lambda: box.commands.run("true"))
    expect(e2b.Sandbox.connect(box.sandbox_id).commands.run("echo same").stdout == "same\n", "the same sandbox")
    expect(slow.wait().stdout == "end\n", "a process that was paused")


def failures(e2b, box):
    raises(e2b.SandboxException, lambda: e2b.Sandbox.create("no/such"))
    raises(e2b.NotFoundException, lambda: e2b.Sandbox.connect("sb-none"))
    expect(not e2b.Sandbox.kill("sb-none"), "an unknown sandbox's end")
    other = e2b.Sandbox.create(timeout=60)
    handle = other.commands.run("sleep 600", background=True)
    threading.Timer(1, other.kill).start()
    raises(e2b.SandboxNotRunningException, handle.wait)
    raises(e2b.SandboxNotRunningException, lambda: other.files.read("x"))
    # Files are memory, which is out first here: it is told, by whichever process it hits, and the sandbox lives.
    raises(e2b.CommandExitException, lambda: box.commands.run("head -c 8G /dev/zero > full"))
    raises(e2b.SandboxException, lambda: box.files.write("more", bytes(100 << 20)))
    expect(box.is_running(), "a full sandbox lives")
    expect(box.kill() and not box.is_running(), "an end")


def server_dies(e2b):
    """A killed server's clients are told, nothing is left, and the next one takes them for strangers."""
    with AssayServer(["--slots", "1"]) as server:
        where = {"api_url": f"http://127.0.0.1:{server.port}", "sandbox_url": f"http://127.0.0.1:{server.port}"}
        box = e2b.Sandbox.create(timeout=60, **where)
        handle = box.commands.run("sleep 600", background=True)
        threading.Timer(1, server.kill).start()
        raises(e2b.SandboxException, handle.wait)
        raises(e2b.SandboxException, lambda: box.commands.run("true"))
        left = server.leftovers()
        expect(not left, f"left by a killed server: {left}")
        with AssayServer(["--slots", "1"], port=server.port):
            expect(not box.is_running(), "a sandbox of the server before")
            raises(e2b.SandboxException, lambda: box.commands.run("true"))
            with e2b.Sandbox.create(timeout=60, **where) as fresh:
                expect(fresh.commands.run("echo new").stdout == "new\n", "a sandbox of the server after")


async def concurrent(e2b):
    box = await e2b.AsyncSandbox.create(timeout=60)
    ran = await asyncio.gather(*[box.commands.run(f"echo {i}") for i in range(32)])
    expect([one.stdout for one in ran] == [f"{i}\n" for i in range(32)], "commands at once")
    await box.files.write("x", b"1")
    expect(await box.files.read("x") == "1", "a file")
    await box.kill()


def main():
    accepted = parser(__doc__)
    accepted.add_argument("--client", required=True)
    arguments = accepted.parse_args()
    os.environ.update(E2B_API_URL=arguments.url, E2B_SANDBOX_URL=arguments.url, E2B_VALIDATE_API_KEY="false")
    os.environ.setdefault("E2B_API_KEY", "none")
    sys.path.insert(0, arguments.client)
    import e2b

    if not hasattr(e2b, "SandboxNotRunningException"):
        import e2b.exceptions
        for name, value in vars(e2b.exceptions).items():
            if not hasattr(e2b, name):
                setattr(e2b, name, value)
    box = e2b.Sandbox.create(timeout=300, metadata={"run": "a b&c", "x": "ä"}, envs={"GREETING": "hello"})
    for part in (commands, terminal, files, lifetimes, failures):
        begun = time.monotonic()
        part(e2b, box)
        print(f"  {part.__name__}: {time.monotonic() - begun:.1f} s", flush=True)
    asyncio.run(concurrent(e2b))
    server_dies(e2b)
    print("e2b (Python): passed")


if __name__ == "__main__":
    main()
