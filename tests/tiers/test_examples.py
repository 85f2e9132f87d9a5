"""What a newcomer without root sees. As the user whose number is in $ASSAY_TEST_USER, in a folder of its own."""

import os
import pathlib
import shutil
import socket
import subprocess
import tempfile

import pytest

from harness import server as harness

ORDINARY = int(os.environ.get("ASSAY_TEST_USER", 65534))


def test_make_run_of_an_ordinary_user_judges_the_examples():
    """`make run` is scripts/demo.sh once everything is built."""
    if reason := harness.why_not():
        pytest.skip(reason)
    with tempfile.TemporaryDirectory(dir="/var/cache") as folder:
        for part in ("scripts", "examples"):
            shutil.copytree(harness.REPOSITORY / part, pathlib.Path(folder, part))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        os.chown(folder, ORDINARY, ORDINARY)
        binary = shutil.copy(harness.binary(), folder)
        done = subprocess.run(
            ["setpriv", "--reuid", str(ORDINARY), "--regid", str(ORDINARY), "--clear-groups", "--",
             f"{folder}/scripts/demo.sh"], text=True, capture_output=True, cwd=folder, timeout=900,
            env={"PATH": os.environ["PATH"], "HOME": folder, "PORT": str(port), "ASSAY_BIN": binary,
                 "ASSAY_DEMO_ONCE": "1"})
        assert done.returncode == 0, done.stdout + done.stderr
        assert "all as expected" in done.stdout and "isolation tier: " in done.stdout
        assert "isolation tier: privileged" not in done.stdout
