"""scripts/install-deps.sh with a made-up apt-get, dpkg-query and sudo: nothing is installed here."""

import fcntl
import os
import pathlib
import subprocess
import threading
import time

import pytest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "install-deps.sh"
# As apt does: fails at once while another process has the lock, and names it.
APT = """#!/bin/bash
echo "$*" >> "$FAKE/calls"
exec 9> "$FAKE/lock"
if ! flock -n 9; then
  echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 4711 (apt-get)" >&2
  exit 100
fi
if [ -e "$FAKE/broken" ]; then echo "E: Unable to fetch some archives" >&2; exit 100; fi
"""


class Apt:
    """A folder for PATH whose apt-get notes its calls and respects a lock."""

    def __init__(self, folder):
        self.folder = folder
        for name, text in {"apt-get": APT, "dpkg-query": "#!/bin/bash\nexit 1\n",
                           "sudo": '#!/bin/bash\nexec "$@"\n'}.items():
            (folder / name).write_text(text)
            (folder / name).chmod(0o755)
        self.lock = open(folder / "lock", "w")

    def install(self, wait_s):
        environment = dict(os.environ, PATH=f"{self.folder}:{os.environ['PATH']}", FAKE=str(self.folder),
                           ASSAY_APT_WAIT_S=str(wait_s), ASSAY_APT_PAUSE_S="0.2")
        return subprocess.run([SCRIPT, "check"], env=environment, capture_output=True, text=True,
                              timeout=60)

    def calls(self):
        return (self.folder / "calls").read_text().splitlines()


@pytest.fixture
def apt(tmp_path):
    made = Apt(tmp_path)
    yield made
    made.lock.close()


def test_missing_packages_are_installed(apt):
    done = apt.install(wait_s=5)
    assert done.returncode == 0, done.stderr
    update, install = apt.calls()
    assert update.endswith(" update")
    assert " install -y " in install and install.endswith("clang-14 clang-tidy-14 libclang-rt-14-dev")
    assert "waiting" not in done.stdout


def test_a_held_lock_is_waited_for_and_named(apt):
    fcntl.flock(apt.lock, fcntl.LOCK_EX)

    def release():
        while not (apt.folder / "calls").exists() or len(apt.calls()) < 3:
            time.sleep(0.05)
        fcntl.flock(apt.lock, fcntl.LOCK_UN)

    releaser = threading.Thread(target=release)
    releaser.start()
    done = apt.install(wait_s=50)
    releaser.join()
    assert done.returncode == 0, done.stderr
    assert "waiting for apt's lock, held by process 4711 (apt-get)" in done.stdout
    assert [call.split()[-1] for call in apt.calls()].count("update") >= 3
    assert " install -y " in apt.calls()[-1]


def test_the_wait_is_bounded_and_ends_with_a_clear_error(apt):
    fcntl.flock(apt.lock, fcntl.LOCK_EX)
    done = apt.install(wait_s=1)
    assert done.returncode == 1
    assert "apt's lock is still held by process 4711 (apt-get) after 1 s" in done.stderr
    assert not any(" install " in call for call in apt.calls())


def test_other_failures_are_not_tried_again(apt):
    (apt.folder / "broken").touch()
    done = apt.install(wait_s=50)
    assert done.returncode == 100
    assert len(apt.calls()) == 1
