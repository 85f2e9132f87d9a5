"""Bare Debian systems, made by debootstrap from the archive that this host's apt uses."""

import pathlib
import shutil
import subprocess

DEBOOTSTRAP_TIMEOUT_S = 1800


def archive():
    """Where this host's apt has Debian from."""
    listed = subprocess.run(["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages",
                             "Origin: Debian", "Label: Debian"], capture_output=True, text=True).stdout.split()
    return listed[0] if listed else None


def make_root(suite, root, packages=()):
    """A bare system at `root`, or the reason why there is none."""
    if (root / "made").exists():
        return None
    if shutil.which("debootstrap") is None:
        return "debootstrap is not installed (scripts/install-deps.sh wheel-check)"
    if not pathlib.Path("/usr/share/debootstrap/scripts", suite).exists():
        return f"this host's debootstrap doesn't know {suite}"
    mirror = archive()
    if mirror is None:
        return "apt names no archive of Debian's here"
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    more = [f"--include={','.join(packages)}"] if packages else []
    command = ["debootstrap", "--variant=minbase", *more, suite, str(root), mirror]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                              stdin=subprocess.DEVNULL, timeout=DEBOOTSTRAP_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        return f"debootstrap was not done within {DEBOOTSTRAP_TIMEOUT_S} s"
    if done.returncode != 0:
        return f"debootstrap failed: {' / '.join(done.stdout.splitlines()[-3:])}"
    (root / "made").touch()
    return None
