""".ci/run with a made-up make: both phases run, and the last lines name and count the cases of both."""

import os
import pathlib
import subprocess

import pytest

RUN = pathlib.Path(__file__).resolve().parents[2] / ".ci" / "run"
MAKE = """#!/bin/bash
echo "made $1"
case "$1:$TEST:$CHECK" in
  test:good:* | check:*:good) echo "40 passed, 0 failed, 2 skipped" >> "$ASSAY_COUNTS" ;;
  test:bad:* | check:*:bad) printf 'failed: %s.a\\n  what it expected\\nafter\\n' "$1"
    echo "38 passed, 2 failed, 2 skipped" >> "$ASSAY_COUNTS"; exit 2 ;;
  *) exit 2 ;;  # the build failed
esac
"""


@pytest.mark.parametrize("test, check, counts", [
    ("good", "good", "80 passed, 0 failed, 4 skipped"),
    ("good", "bad", "78 passed, 2 failed, 4 skipped"),
    ("bad", "good", "78 passed, 2 failed, 4 skipped"),
    ("broken", "good", "40 passed, 1 failed, 2 skipped"),
    ("good", "broken", "40 passed, 1 failed, 2 skipped"),
])
def test_both_phases_run_and_are_counted(tmp_path, test, check, counts):
    make = tmp_path / "make"
    make.write_text(MAKE)
    make.chmod(0o755)
    environment = dict(os.environ, PATH=f"{tmp_path}:{os.environ['PATH']}", TEST=test, CHECK=check)
    done = subprocess.run([RUN], env=environment, capture_output=True, text=True, timeout=60)
    lines = done.stdout.splitlines()
    assert lines[0] == "made test" and "made check" in lines
    assert "make test" in lines[-2] and "make check" in lines[-2]
    assert lines[-1] == counts
    named = [name for name, how in (("test", test), ("check", check)) if how == "bad"]
    wanted = [line for name in named for line in (f"failed: {name}.a", "  what it expected")]
    assert lines[len(lines) - 2 - len(wanted):-2] == wanted
    assert (done.returncode == 0) == (test == check == "good")
