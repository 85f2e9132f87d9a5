"""A running `assay serve`: started, asked as a Client, looked at from outside and stopped.

    with AssayServer(["--slots", "2"]) as server:
        reply = server.post("/v1/verify", {...})
        assert reply.status == 200 and reply.json()["verdict"] == "AC"

The binary is $ASSAY_BIN or build/release/assay. AssayServer.stop() returns the exit code; leftovers()
lists what the server left on the host after its end.
"""

import atexit
import functools
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import uuid

from . import container_filter, handed_group
from .client import Client

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
# Bounds against hangs only; toolchain probes and ends take their time on a busy machine.
START_TIMEOUT_S = 600
STOP_TIMEOUT_S = 300
CANDIDATE_UIDS = range(61000, 62000)  # what boxes give to the programs they run


def binary():
    return pathlib.Path(os.environ.get("ASSAY_BIN") or REPOSITORY / "build" / "release" / "assay")


def why_not():
    """A reason why a server can't be started here, or None."""
    if not binary().exists():
        return f"{binary()} is not built"
    if os.geteuid() != 0:
        return "isolation needs root here"
    return None


def ordinary_user():
    """The prefix that starts a server as the user whose number is in $ASSAY_TEST_USER, if it is set: the
    same suites in a tier of an ordinary user (ASSAY_TIER=userns, or delegated), who can't get any capability;
    for the tier landlock nor any namespace."""
    user = os.environ.get("ASSAY_TEST_USER")
    if user and os.environ.get("ASSAY_TIER") == "delegated":
        return handed_group.prefix(int(user))
    bare = ["--clear-groups", "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs", "--"]
    if user and os.environ.get("ASSAY_TIER") == "landlock":
        bare += ["/usr/bin/python3", "-IB", str(_readable_copy(container_filter.__file__))]
    return ["setpriv", "--reuid", user, "--regid", user, *bare] if user else []


def _readable_copy(path):
    """Whatever the folder it is in allows an ordinary user."""
    return shutil.copy(path, _cache_of_ordinary_user())


def hand_over(path):
    """A file of a test's own that the server is to read, whoever that is: pytest's folders are closed."""
    if user := os.environ.get("ASSAY_TEST_USER"):
        os.chown(path, int(user), int(user))
        for above in list(pathlib.Path(path).parents)[:3]:
            above.chmod(0o711)


@functools.cache
def _cache_of_ordinary_user():
    # Not below /tmp or /var/tmp: boxes have their own there.
    folder = tempfile.mkdtemp(prefix="assay-test-", dir="/var/cache")
    user = int(os.environ["ASSAY_TEST_USER"])
    os.chown(folder, user, user)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


class AssayServer(Client):
    def __init__(self, arguments=(), environment=None, prefix=(), program=None, keep_alive=False, port=0, tls=None):
        """`prefix` is a command that executes the server in its own process, like prlimit. `program` is
        another binary than $ASSAY_BIN. `port`: 0 for any. Connections are kept only when that is asked for: a kept
        one is a descriptor that census() counts. `tls`: what to ask it with where it has a certificate."""
        super().__init__("http://127.0.0.1:0", keep_alive, tls)
        self._program = pathlib.Path(program or binary())
        self._arguments = ["--port", str(port), *arguments]
        self._prefix = [*prefix, *ordinary_user()]
        # Found again in /proc/<pid>/environ of everything the server starts for itself.
        self._mark = f"ASSAY_TEST_MARK={uuid.uuid4()}"
        # Without the toolchains' self-tests, which are submissions too: tests count theirs.
        self._environment = {"ASSAY_TOOLCHAIN_SELF_TEST": "off", **os.environ, **(environment or {})}
        if os.environ.get("ASSAY_TEST_USER"):
            self._environment.setdefault("ASSAY_CACHE_DIR", _cache_of_ordinary_user())
        if self._environment.get("ASSAY_TIER") == "landlock":
            self._environment.setdefault("ASSAY_ALLOW_WEAK", "on")
        name, value = self._mark.split("=")
        self._environment[name] = value
        self.log = []  # lines of stdout and stderr
        self.port = None  # until it listens
        self.process = None
        self._history = None  # the folder of its own, while it runs
        self._mounts_before = _mounts()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        self._environment.update(self._own_history())
        self.process = subprocess.Popen(
            [*self._prefix, str(self._program), "serve", *self._arguments], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=self._environment, text=True,
            errors="replace", start_new_session=True)
        self.pid = self.process.pid
        threading.Thread(target=self._read_log, daemon=True).start()
        deadline = time.monotonic() + START_TIMEOUT_S
        while time.monotonic() < deadline and self.process.poll() is None:
            if self.port is not None and self._is_ready():
                return
            time.sleep(0.02)
        self.kill()
        raise RuntimeError("the server did not get ready:\n" + "\n".join(self.log))

    def _own_history(self):
        """The cache is shared, or each server would compile headers anew. What was judged is not: one test would
        find what another had judged."""
        if {"--history", "--cache-dir"} & {argument.partition("=")[0] for argument in map(str, self._arguments)}:
            return {}
        if self._history is None and self._environment.get("ASSAY_HISTORY"):
            return {}
        if self._history is None:
            # Not below /tmp or /var/tmp, as above.
            self._history = tempfile.mkdtemp(prefix="assay-history-", dir="/var/cache")
            atexit.register(shutil.rmtree, self._history, ignore_errors=True)
            if user := os.environ.get("ASSAY_TEST_USER"):
                os.chown(self._history, int(user), int(user))
        return {"ASSAY_HISTORY": self._history}

    def _forget_history(self):
        if self._history is not None:
            shutil.rmtree(self._history, ignore_errors=True)
            self._history = None
            self._environment.pop("ASSAY_HISTORY")

    def _read_log(self):
        for line in self.process.stdout:
            self.log.append(line.rstrip("\n"))
            found = re.search(r"listening on https?://\S+:(\d+)", line)
            if found and self.port is None:
                self.port = int(found.group(1))

    def _is_ready(self):
        try:
            return self.get("/readyz").status == 200
        except OSError:
            return False

    @property
    def cache_directory(self):
        """Where a server of an ordinary user keeps what it stores."""
        return self._environment["ASSAY_CACHE_DIR"]

    def stop(self, how=signal.SIGTERM):
        """Ends the server gracefully and returns its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(STOP_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                self.kill()
                raise RuntimeError("the server did not stop:\n" + "\n".join(self.log[-50:]))
        self._forget_history()
        return self.process.returncode

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._forget_history()

    def leftovers(self, patience_s=120):
        """What is still there of a server that has ended: processes, cgroups, mounts."""
        deadline = time.monotonic() + patience_s
        while True:
            left = [f"process {pid}" for pid in self._processes()]
            left += [f"cgroup {path}" for path in cgroup_folders() if f"-{self.pid}-" in path]
            left += [f"mount {mount}" for mount in sorted(_mounts() - self._mounts_before)]
            if not left or time.monotonic() > deadline:
                return left
            time.sleep(0.1)

    def census(self):
        """Counts of what a leak of this server's would add to; compare before and after.

        Only what is the server's own is counted: other programs come and go on the same host.
        """
        processes, zombies, zygotes = self._family()
        descriptors = sum(_entries(f"/proc/{pid}/fd") for pid in self._own_programs(processes))
        descriptors -= len(zygotes)  # the agent of a box holds a socket for each
        return {"processes": len(processes), "zombies": zombies,
                "cgroups": self.cgroups(),
                "mounts": len(_mounts() - self._mounts_before), "descriptors": descriptors,
                "temporary files": self._temporary_files()}

    def settled_census(self, wanted=None, at_most=None, slack=None, patience_s=240):
        """A census of the idle server: equal to `wanted` but for `slack`, in no count above `at_most`, or else the
        last one before patience ends. Without either one that has stayed the same for two seconds.

        Connections are closed, killed processes reaped and zygotes made anew a moment after the reply.
        """
        deadline = time.monotonic() + patience_s
        last, since = None, 0
        while True:
            now = self.census()
            if now != last:
                last, since = now, time.monotonic()
            stays = not wanted and not at_most and time.monotonic() - since > 2
            few = at_most and all(now[what] <= count for what, count in at_most.items())
            equal = wanted and all(abs(now[what] - count) <= (slack or {}).get(what, 0) for what, count in wanted.items())
            if equal or few or stays or time.monotonic() > deadline:
                return now
            time.sleep(0.5)

    def descriptors(self):
        """How many descriptors the server has open, its spawner and agents not counted."""
        return _entries(f"/proc/{self.pid}/fd")

    def candidates(self):
        """Processes below the server that are not its own: what runs, or ran and was left."""
        processes, _, _ = self._family()
        return sorted(processes - set(self._own_programs(processes)))

    def candidates_left(self, patience_s=300):
        """candidates(), once there are none or that time is over: programs by which the server tries its
        toolchains, or prepares them, run now and then; of what a run left nothing goes."""
        deadline = time.monotonic() + patience_s
        while (left := self.candidates()) and time.monotonic() < deadline:
            time.sleep(0.05)
        return left

    def memory_bytes(self):
        """Resident memory of the server and of its spawner and agents."""
        processes, _, _ = self._family()
        return sum(map(_resident_bytes, self._own_programs(processes)))

    def history_bytes(self):
        """Size of the file that holds what this server judged, without its log."""
        return sum(file.stat().st_size for file in pathlib.Path(self._history).rglob("history.sqlite"))

    def status_bytes(self, field):
        """Memory of the server alone by its name in /proc/PID/status, like VmHWM."""
        for line in pathlib.Path(f"/proc/{self.pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith(field + ":"):
                return int(line.split()[1]) << 10
        return 0

    def zygote_bytes(self):
        """Resident memory of each interpreter that waits, smallest first."""
        family, _ = self._descendants()
        return sorted(map(_resident_bytes, self._zygotes(family)))

    def named_programs(self):
        """The names of the server, its spawner and its agents by their ids, and the ids of the zygotes."""
        processes, _, zygotes = self._family()
        return {pid: _name_of(pid) for pid in self._own_programs(processes)}, sorted(zygotes)

    def cgroups(self):
        """How many cgroups there are of this server."""
        return sum(f"-{self.pid}-" in path for path in cgroup_folders())

    def _family(self):
        """The server and all its descendants but zygotes, how many of these are zombies, and the zygotes."""
        family, zombies = self._descendants()
        # Zygotes come when a program first needs them and go with their box.
        zygotes = self._zygotes(family)
        family -= zygotes
        return family, len(family & zombies), zygotes

    def _zygotes(self, family):
        """Programs of the server's own user in a box's process namespace: candidates have another user, or, in the
        tiers of an ordinary user, a namespace below."""
        own = set(self._own_programs(family))
        boxes = {_process_namespace(pid) for pid in own if _name_of(pid) == "assay-agent"}
        user = _user_of(self.pid)
        return {pid for pid in family - own if _user_of(pid) == user and _process_namespace(pid) in boxes}

    def _descendants(self):
        """The server and all its descendants, and all the zombies there are."""
        children, zombie = {}, set()
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                after_name = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()
            except OSError:
                continue
            children.setdefault(int(after_name[1]), []).append(int(entry.name))
            if after_name[0] == "Z":
                zombie.add(int(entry.name))
        family, todo = set(), [self.pid]
        while todo:
            pid = todo.pop()
            family.add(pid)
            todo += children.get(pid, [])
        return family, zombie

    def _own_programs(self, processes):
        """Those of `processes` that are Assay's own: candidates have other executables. The spawner and its agents
        are executed from a file in the server's memory."""
        own = [self._program, *self._spawner_programs()]
        for pid in processes:
            try:
                program = os.stat(f"/proc/{pid}/exe")
                if any(os.path.samestat(program, os.stat(path)) for path in own):
                    yield pid
            except OSError:
                continue

    def _spawner_programs(self):
        folder = f"/proc/{self.pid}/fd"
        try:
            entries = os.listdir(folder)
        except OSError:  # it has ended
            return
        for entry in entries:
            try:
                if os.readlink(f"{folder}/{entry}").startswith("/memfd:assay-spawner"):
                    yield f"{folder}/{entry}"
            except OSError:
                continue

    def _temporary_files(self):
        """What stands in the host's temporary folders under a candidate's uid or the server's name."""
        count = 0
        for folder in ("/tmp", "/var/tmp", "/dev/shm", "/run"):
            with os.scandir(folder) as entries:
                for entry in entries:
                    try:
                        uid = entry.stat(follow_symlinks=False).st_uid
                    except OSError:
                        continue
                    count += str(self.pid) in entry.name or uid in CANDIDATE_UIDS
        return count

    def _processes(self):
        mark = self._mark.encode()
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit() or int(entry.name) == os.getpid():
                continue
            try:
                if mark in (entry / "environ").read_bytes().split(b"\0"):
                    yield int(entry.name)
            except OSError:
                continue


def _user_of(pid):
    """The real uid of a process as the host sees it, or None."""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8", errors="replace") as stream:
            return next(int(line.split()[1]) for line in stream if line.startswith("Uid:"))
    except (OSError, StopIteration):
        return None


def _name_of(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/comm").read_text(errors="replace").strip()
    except OSError:
        return None


def _process_namespace(pid):
    try:
        return os.readlink(f"/proc/{pid}/ns/pid")
    except OSError:
        return None


def _resident_bytes(pid):
    try:
        with open(f"/proc/{pid}/statm", encoding="ascii") as stream:
            return int(stream.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _mounts():
    """Where something is mounted, but for what tests mount themselves, which may run beside (security/test_faults.py)."""
    with open("/proc/self/mountinfo", encoding="utf-8", errors="replace") as stream:
        return {line.split(" ")[4] for line in stream if " - " in line and " - tmpfs assay-test " not in line}


def _entries(folder):
    try:
        return len(os.listdir(folder))
    except OSError:
        return 0


def cgroup_folders():
    """Every cgroup folder that Assay made, in all hierarchies."""
    found = []
    for root, folders, _ in os.walk("/sys/fs/cgroup"):
        depth = root.count("/")
        if depth > 10:
            folders.clear()
        if "/assay" in root:
            found.append(root)
    return found
