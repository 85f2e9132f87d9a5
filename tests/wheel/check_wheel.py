#!/usr/bin/python3
"""Installs the wheel on bare systems and uses it there: serve, verify, math, each in the words of docs/start.md.

    tests/wheel/check_wheel.py --wheel FILE [--suites bookworm trixie] [--roots build/heavy/wheel] [--keep]

Each system is made by debootstrap with Python and nothing else from the archive that this host's apt uses. What
can't be had here is skipped, and the reason printed. Needs root. The last line counts: "N passed, N failed, N skipped".
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.bare_system import make_root  # noqa: E402

PACKAGES = ["python3", "python3-venv"]
CHECK_TIMEOUT_S = 600
INSIDE = pathlib.Path(__file__).resolve().with_name("inside.py")
# In a mount and process namespace of its own, so that nothing of it stays. The root is a mount, as on a real machine.
ENTER = """set -eu
mount --make-rprivate /
mount --bind "$ROOT" "$ROOT"
cd "$ROOT"
mount -t proc proc proc
mount --rbind /sys sys
mount --rbind /dev dev
mount -t tmpfs tmpfs tmp
exec chroot . /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "$@"
"""


def inside(root, *command):
    """Runs a command with `root` as its root; prints what it says."""
    print("  $ " + " ".join(command), flush=True)
    done = subprocess.run(["unshare", "--mount", "--pid", "--fork", "--kill-child", "/bin/sh", "-c", ENTER, "enter", *command],
                          env={**os.environ, "ROOT": str(root)}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", timeout=CHECK_TIMEOUT_S)
    print("".join(f"    {line}\n" for line in done.stdout.splitlines()), end="", flush=True)
    return done.returncode


def check(suite, root, wheel):
    """Whether the wheel works on this system."""
    place = root / "opt" / "check"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    shutil.copy(wheel, place)
    shutil.copy(INSIDE, place)
    for command in (("python3", "-m", "venv", "/opt/check/venv"),
                    ("/opt/check/venv/bin/pip", "install", "--no-index", "--quiet", f"/opt/check/{wheel.name}"),
                    ("/opt/check/venv/bin/assay", "version"),
                    ("/opt/check/venv/bin/python", "/opt/check/inside.py")):
        try:
            code = inside(root, *command)
        except subprocess.TimeoutExpired:
            code = f"nothing within {CHECK_TIMEOUT_S} s"
        if code != 0:
            print(f"{suite}: {' '.join(command)} ended with {code}")
            return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--wheel", type=pathlib.Path, required=True)
    parser.add_argument("--suites", nargs="+", default=["bookworm", "trixie"])
    parser.add_argument("--roots", type=pathlib.Path, default=pathlib.Path("build/heavy/wheel"))
    parser.add_argument("--keep", action="store_true", help="leave the systems for the next time")
    arguments = parser.parse_args()
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for suite in arguments.suites:
        root = (arguments.roots / suite).resolve()
        why_not = "needs root" if os.geteuid() != 0 else make_root(suite, root, PACKAGES)
        if why_not is not None:
            print(f"skipped: {suite}: {why_not}")
            counts["skipped"] += 1
            continue
        print(f"== {suite}")
        counts["passed" if check(suite, root, arguments.wheel.resolve()) else "failed"] += 1
        if not arguments.keep:
            shutil.rmtree(root)
    print(", ".join(f"{count} {kind}" for kind, count in counts.items()))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
