#!/usr/bin/python3
"""Prime's released client, unmodified, against a server with sandboxes.

    check_prime.py --url http://127.0.0.1:8080 --client FOLDER [--client FOLDER…]

A FOLDER has prime-sandboxes and what it needs (pip install --target). Each is used in a process of
its own: those from 0.3 on over Connect RPC, with and without asyncio, older ones over REST.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request

from checks import Recorder, expect, parser, raises, until
from harness.server import AssayServer

BINARY = bytes(range(256)) * 4000


def request(prime, **more):
    return prime.CreateSandboxRequest(name="check", docker_image="python:3.11-slim", labels=["check-prime"], **more)


def blocking(prime, older):
    client = prime.SandboxClient(prime.APIClient())
    box = client.create(request(prime))
    expect(box.status == "RUNNING" and box.vm is not older, f"a running sandbox: {box}")
    client.wait_for_creation(box.id)
    ran = client.execute_command(box.id, "echo out; echo err >&2; echo $A; exit 3", env={"A": "é"})
    expect((ran.stdout, ran.stderr, ran.exit_code) == ("out\né\n", "err\n", 3), f"a command: {ran}")
    raises(prime.CommandTimeoutError, lambda: client.execute_command(box.id, "sleep 60", timeout=1))
    files(client, box.id)
    jobs(client, box.id)
    if older:
        exposed(client, box.id)
    listed = client.list(labels=["check-prime"], exclude_terminated=True)
    expect(box.id in [one.id for one in listed.sandboxes], "the list by label")
    expect(box.id in client.bulk_delete(labels=["check-prime"]).succeeded, "the end by label")
    expect(client.get(box.id).status == "TERMINATED", "its state after its end")
    raises(prime.SandboxNotRunningError, lambda: client.execute_command(box.id, "true"))
    unknown = client.create(prime.CreateSandboxRequest(name="check", docker_image="nobody/knows:1"))
    raises(prime.SandboxNotRunningError, lambda: client.wait_for_creation(unknown.id))


def files(client, box):
    """What goes up comes down, and a tail is what it says."""
    expect(client.upload_bytes(box, "/tmp/check.bin", BINARY, "check.bin").size == len(BINARY), "an upload")
    with tempfile.TemporaryDirectory() as folder:
        client.download_file(box, "/tmp/check.bin", f"{folder}/back")
        with open(f"{folder}/back", "rb") as back:
            expect(back.read() == BINARY, "a download")
    client.upload_bytes(box, "/tmp/check.txt", b"0123456789", "check.txt")
    tail = client.read_file(box, "/tmp/check.txt", offset=-4, length=10)
    expect((tail.content, tail.total_size, tail.truncated) == ("6789", 10, True), f"a tail: {tail}")


def exposed(client, box):
    """A port with an address that needs no token, until it is taken back."""
    serve = "mkdir -p /tmp/site && cd /tmp/site && echo here > a && nohup python3 -m http.server 8000 > /tmp/log 2>&1 &"
    client.execute_command(box, serve)

    def fetch(url):
        try:
            with urllib.request.urlopen(f"{url}a", timeout=30) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as refused:
            return refused.code

    port = client.expose(box, 8000, name="site")
    until(lambda: fetch(port.url) == "here\n", "a page from an exposed port")
    expect([one.exposure_id for one in client.list_exposed_ports(box).exposures] == [port.exposure_id], "its list")
    expect(port.exposure_id in [one.exposure_id for one in client.list_all_exposed_ports().exposures], "the whole list")
    client.unexpose(box, port.exposure_id)
    expect(fetch(port.url) == 404, "an address that was taken back")


def jobs(client, box):
    """A background job polled to its end, with all it wrote."""
    done = client.run_background_job(box, "echo begun; sleep 1; echo ended >&2; exit 5", timeout=60, poll_interval=1)
    expect((done.exit_code, done.stdout, done.stderr) == (5, "begun\n", "ended\n"), f"a background job: {done}")


async def concurrent(prime):
    """A process to whom bytes are written, and many commands at once."""
    async with prime.AsyncSandboxClient() as client:
        box = await client.create(request(prime))
        await client.wait_for_creation(box.id)
        process = await client.open_process(box.id, "cat")
        await process.write_stdin(BINARY)
        echoed = b""
        async for piece in process.stdout:
            echoed += piece
            if len(echoed) >= len(BINARY):
                break
        expect(echoed == BINARY, "what cat echoes")
        await process.terminate()
        expect(await process.wait() == -1, "a terminated process")
        await process.aclose()
        ran = await asyncio.gather(*[client.execute_command(box.id, f"echo {i}") for i in range(32)])
        expect([one.stdout for one in ran] == [f"{i}\n" for i in range(32)], "commands at once")
        await client.delete(box.id)


def full(prime):
    """A server without room answers 503; the client asks again by itself, and gets a sandbox when there is room."""
    with AssayServer(["--slots", "1", "--sandboxes", "1", "--warm-sandboxes", "0"]) as server:
        with Recorder(f"http://127.0.0.1:{server.port}") as recorder:
            client = prime.SandboxClient(here(prime, recorder.url))
            first = client.create(request(prime))

            def refused():
                return [status for method, path, _, _, status, _ in recorder.exchanges
                        if (method, path.endswith("/sandbox"), status) == ("POST", True, 503)]

            def make_room():
                until(refused, "a refusal")
                server.request("DELETE", f"/v1/sandboxes/{first.id}")

            making = threading.Thread(target=make_room)
            making.start()
            second = client.create(request(prime))
            making.join()
            expect(second.id != first.id and second.status == "RUNNING", f"a sandbox when there is room: {second}")
            expect(refused(), "a refusal before it")
            expect(client.execute_command(second.id, "echo here").stdout == "here\n", "its use")
            client.delete(second.id)


def here(prime, url):
    """A client of that address."""
    before = os.environ["PRIME_API_BASE_URL"]
    os.environ["PRIME_API_BASE_URL"] = url
    try:
        return prime.APIClient()
    finally:
        os.environ["PRIME_API_BASE_URL"] = before


def why_not(url):
    """Whether the server has no sandboxes."""
    try:
        with urllib.request.urlopen(f"{url}/api/v1/images", timeout=30):
            return False
    except urllib.error.HTTPError as refused:
        return refused.code == 501


def check(url, folder):
    os.environ.update(PRIME_API_BASE_URL=url, HOME=tempfile.mkdtemp())
    os.environ.setdefault("PRIME_API_KEY", "none")
    sys.path.insert(0, folder)
    import prime_sandboxes as prime

    version = tuple(int(part) for part in prime.__version__.split(".")[:2])
    blocking(prime, version < (0, 3))
    if version >= (0, 3):
        asyncio.run(concurrent(prime))
        full(prime)
    print(f"prime-sandboxes {prime.__version__}: passed")


def main():
    accepted = parser(__doc__)
    accepted.add_argument("--client", action="append", required=True)
    accepted.add_argument("--here", action="store_true", help="in this process")
    arguments = accepted.parse_args()
    if arguments.here:
        return check(arguments.url, arguments.client[0])
    if why_not(arguments.url):
        print("check_prime: skipped: the server at", arguments.url, "has no sandboxes")
        return 0
    failed = 0
    for folder in arguments.client:
        failed += subprocess.run([sys.executable, "-B", __file__, "--here", "--url", arguments.url, "--client",
                                  folder], timeout=600).returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main())
