"""Other interpreters than the usual one, for tests that judge with each.

$ASSAY_PYTHONS names them, paths that colons separate; without it they are the python3.8, python3.9, … that PATH
has. The usual one, /usr/bin/python3, is not among them.
"""

import functools
import os
import shutil
import subprocess

USUAL = "/usr/bin/python3"
OLDEST, YOUNGEST = 8, 20  # 3.8 …
WHY_NONE = "no other CPython: name some in $ASSAY_PYTHONS, or have a python3.X on PATH"


def version(python):
    """(3, 12), or None where nothing runs or it isn't CPython. A name on PATH may be a tool's that runs none."""
    code = "import sys; print(*sys.version_info[:2], sys.implementation.name)"
    try:
        done = subprocess.run([python, "-I", "-c", code], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    words = done.stdout.split()
    return (int(words[0]), int(words[1])) if done.returncode == 0 and words[2:] == ["cpython"] else None


@functools.cache
def others():
    """{"3.12": path}, one for each version."""
    if named := os.environ.get("ASSAY_PYTHONS"):
        paths = named.split(":")
    else:
        paths = filter(None, (shutil.which(f"python3.{minor}") for minor in range(OLDEST, YOUNGEST)))
    usual = os.path.realpath(USUAL)
    found = {}
    for path in paths:
        if os.path.realpath(path) != usual and (known := version(path)):
            found.setdefault(".".join(map(str, known)), path)
    return found
