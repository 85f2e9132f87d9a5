"""A cgroup of version 2 that is handed to an ordinary user, as systemd does for `Delegate=yes`: for the tier
`delegated`, where the host has that version with its controllers and we are root.

    python3 tests/harness/handed_group.py UID COMMAND...     the command as that user, alone in such a group
"""
import atexit
import itertools
import os
import pathlib
import sys
import time

ROOT = pathlib.Path("/sys/fs/cgroup")
CONTROLLERS = ("memory", "pids")  # what the tier needs; "cpu" is handed over where it is there

_count = itertools.count()


def why_not():
    try:
        known = (ROOT / "cgroup.controllers").read_text().split()
    except OSError:
        known = []
    return None if set(CONTROLLERS) <= set(known) else "this host has no cgroups of version 2 with controllers"


def make(user):
    """The group's path; it goes with this process."""
    known = (ROOT / "cgroup.controllers").read_text().split()
    handed = [*CONTROLLERS, *({"cpu"} & set(known))]
    (ROOT / "cgroup.subtree_control").write_text(" ".join("+" + name for name in handed))
    group = ROOT / f"assay-test-handed-{os.getpid()}-{next(_count)}"
    group.mkdir()
    for path in (group, group / "cgroup.procs", group / "cgroup.subtree_control", group / "cgroup.threads"):
        os.chown(path, user, user)
    atexit.register(_remove, group)
    return group


def _remove(group):
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            for folder, _, _ in os.walk(group, topdown=False):
                os.rmdir(folder)
            return
        except OSError:
            time.sleep(0.1)


def prefix(user):
    """What a command begins with to run as the user in a new group."""
    bare = ["--clear-groups", "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs", "--"]
    return ["/bin/sh", "-c", 'echo $$ > "$0/cgroup.procs" && exec "$@"', str(make(user)),
            "setpriv", "--reuid", str(user), "--regid", str(user), *bare]


if __name__ == "__main__":
    command = [*prefix(int(sys.argv[1])), *sys.argv[2:]]
    os.execvp(command[0], command)
