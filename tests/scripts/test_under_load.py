"""scripts/under-load.py: the load is there while the command runs, and gone after it."""

import pathlib
import signal
import subprocess
import sys
import time

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "under-load.py"
# Prints how many processes of its parent's there are beside itself.
COUNT = """
import os, sys
parent = os.getppid()
children = open(f"/proc/{parent}/task/{parent}/children").read().split()
print(*[c for c in children if int(c) != os.getpid()], flush=True)
sys.exit(7)
"""


def is_alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1][0] not in "ZX"
    except FileNotFoundError:
        return False


def wait_until_gone(pids):
    deadline = time.monotonic() + 120
    while any(map(is_alive, pids)):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_the_load_lasts_as_long_as_the_command():
    done = subprocess.run([SCRIPT, "3", sys.executable, "-c", COUNT], capture_output=True, text=True, timeout=300)
    assert done.returncode == 7, done.stderr
    pids = done.stdout.split()
    assert len(pids) == 3
    wait_until_gone(pids)


def test_the_load_ends_with_a_killed_script():
    script = subprocess.Popen([SCRIPT, "2", sys.executable, "-c", COUNT.replace("sys.exit(7)", "input()")],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    pids = script.stdout.readline().split()
    script.send_signal(signal.SIGKILL)
    script.wait(120)
    script.stdin.close()
    assert len(pids) == 2
    wait_until_gone(pids)


def test_wrong_usage_is_told():
    done = subprocess.run([SCRIPT, "many"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 1 and "COUNT COMMAND" in done.stderr
