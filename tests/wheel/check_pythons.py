#!/usr/bin/python3
"""The client's tests that need no server, on every Python from 3.9 that this host has.

    tests/wheel/check_pythons.py

pytest is taken from the index for each, into a folder of its own; where that can't be had the Python is skipped, and the
reason printed. The last line counts: "N passed, N failed, N skipped".
"""

import os
import pathlib
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = REPOSITORY / "clients" / "python"
OLDEST, NEWEST = 9, 14
TESTS = ["test_faults.py", "test_pace.py", "test_package.py", "test_sandbox_faults.py"]


def pythons():
    """Interpreters by version: on PATH, and where version managers keep them."""
    folders = [pathlib.Path(each) for each in os.environ.get("PATH", "").split(os.pathsep) if each]
    folders += sorted(pathlib.Path.home().glob(".pyenv/versions/*/bin"))
    found = {}
    for minor in range(OLDEST, NEWEST + 1):
        for folder in folders:
            path = folder / f"python3.{minor}"
            if path.exists() and minor not in found:
                done = subprocess.run([path, "-c", "import sys; print(sys.version_info[1])"], capture_output=True, text=True)
                if done.stdout.strip() == str(minor):
                    found[minor] = path
    return found


def main():
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for minor, path in pythons().items():
        folder = REPOSITORY / "build" / "heavy" / f"pytest-3.{minor}"
        installed = subprocess.run([path, "-m", "pip", "install", "--quiet", "--upgrade", "--target", folder, "pytest", "httpx"],
                                   capture_output=True, text=True)
        if installed.returncode != 0:
            print(f"skipped: Python 3.{minor}: no pytest: {installed.stderr.strip().splitlines()[-1:]}")
            counts["skipped"] += 1
            continue
        done = subprocess.run([path, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS], cwd=PACKAGE / "tests",
                              env={**os.environ, "PYTHONPATH": str(folder)}, capture_output=True, text=True, timeout=1800)
        last = (done.stdout.strip().splitlines() or ["nothing"])[-1]
        print(f"Python 3.{minor} ({path}): {last}")
        if done.returncode != 0:
            print(done.stdout[-4000:])
        counts["failed" if done.returncode else "passed"] += 1
    print(", ".join(f"{count} {kind}" for kind, count in counts.items()))
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
