"""RealNode: an `assay serve` of one slot behind a front, which may be killed, started again at its address, and left
without room on its disk.

    with RealNode("n1", folder) as node:
        Front(tmp_path, [node.spec])
        node.kill(); node.start()

`folder` is its own and not below /tmp, where boxes have something of theirs. With `disk_bytes` what it stores
(problems, compiled programs, its history) and the host's /var/tmp are file systems of that size, which nobody else
sees: they are mounted in a namespace of the node's own.
"""

import collections
import contextlib
import hashlib
import json
import os
import pathlib
import signal
import tempfile
import threading

from .cluster import free_port
from .server import AssayServer
from .submitters import RUN

# Not below /tmp, where boxes have something of their own.
FOLDERS = "/var/cache"

MOUNT = 'for folder in "{0}" /var/tmp; do mount -t tmpfs -o size={1} assay-test "$folder" || exit 9; done; ' \
        'mkdir "{0}/problems" "{0}/compiled"; exec "$@"'


class RealNode:
    def __init__(self, name, folder, disk_bytes=0, sandboxes=0):
        self.name, self.folder = name, pathlib.Path(folder)
        self.folder.mkdir(parents=True)
        self._agent_port, self._port = free_port(), 0
        self._disk = self.folder / "disk"
        self._prefix = []
        cache = self.folder / "cache"
        arguments = ["--slots", "1", "--pin", "off", "--sandboxes", str(sandboxes), "--allowed-hosts", "*", "--node-name", name, "--agent-port",
                     str(self._agent_port), "--cache-dir", str(cache), "--history", str(self._disk / "history"),
                     "--verdict-cache-mb", "0"]
        for made in (self._disk, cache):
            made.mkdir()
        for kept in ("pch", "classes", "tsc"):
            for there in pathlib.Path("/var/cache/assay").glob(f"{kept}-*"):
                (cache / there.name).symlink_to(there)  # so that none is made for a test
        if disk_bytes:
            self._prefix = ["unshare", "--mount", "--propagation", "private", "sh", "-c",
                            MOUNT.format(self._disk, disk_bytes), "sh"]
            for kept in ("problems", "compiled"):
                (cache / kept).symlink_to(self._disk / kept)
        self._arguments = arguments
        self._servers = []

    @property
    def spec(self):
        return f"{self.name}=127.0.0.1:{self._port},slots=1,agent={self._agent_port}"

    @property
    def server(self):
        return self._servers[-1]

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.server.kill()

    def start(self):
        """Once more at the address that it had."""
        self._servers.append(AssayServer(self._arguments, prefix=self._prefix, port=self._port))
        self.server.start()
        self._port = self.server.port

    def kill(self):
        """As the kernel's OOM killer would."""
        self.server.kill()

    def stop(self):
        return self.server.stop(signal.SIGTERM)

    def fill_disks(self):
        """Takes all the room that there is."""
        for ballast in self._ballasts():
            with contextlib.suppress(OSError), open(ballast, "wb", buffering=0) as stream:
                while True:
                    stream.write(bytes(4096))

    def free_disks(self):
        for ballast in self._ballasts():
            ballast.unlink()

    def keeps_a_problem(self):
        """Whether one more problem is stored on its disk."""
        canonical = json.dumps({"tests": [{"input": os.urandom(8192).hex(), "expected": "1\n"}]}, sort_keys=True,
                               separators=(",", ":")).encode()
        reply = self.server.request("PUT", f"/v1/problems/{hashlib.sha256(canonical).hexdigest()}", canonical)
        assert reply.status == 201, reply.body
        return reply.json()["persistent"]

    def _ballasts(self):
        root = f"/proc/{self.server.pid}/root"
        return [pathlib.Path(f"{root}{folder}/ballast") for folder in (self._disk, "/var/tmp")]

    def leftovers(self):
        return [left for server in self._servers for left in server.leftovers()]

    def judged(self):
        """What its history has of the submitters: the unmasked verdicts by key."""
        found, before = collections.defaultdict(list), ""
        while True:
            page = self.server.get(f"/v1/verdicts?run={RUN}&limit=1000{before}").json()
            for row in page["verdicts"]:
                if not row["masked"]:
                    found[int(row["sample"])].append(row["verdict"])
            if page.get("next") is None:
                return found
            before = f"&before={page['next']}"


@contextlib.contextmanager
def running_nodes(make):
    """Those that `make(folder)` makes in a folder, started side by side; killed in the end."""
    with tempfile.TemporaryDirectory(prefix="assay-test-", dir=FOLDERS) as folder:
        nodes = make(pathlib.Path(folder))
        starting = [threading.Thread(target=node.start) for node in nodes]
        for thread in starting:
            thread.start()
        for thread in starting:
            thread.join()
        try:
            yield nodes
        finally:
            for node in nodes:
                node.server.kill()
