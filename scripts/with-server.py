#!/usr/bin/python3
"""Runs a Python program, or another, against a server of its own, which it starts and stops.

    scripts/with-server.py PROGRAM [ARGUMENT…]      "{url}" in an argument becomes the server's
    scripts/with-server.py --program COMMAND [ARGUMENT…]    the same of any command

The binary is $ASSAY_BIN or build/release/assay. The exit code is the program's.
"""

import pathlib
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPOSITORY / "tests"))
from harness import server as harness  # noqa: E402


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    reason = harness.why_not()
    if reason:
        sys.exit(f"with-server: {reason}")
    with harness.AssayServer() as server:
        arguments = [word.replace("{url}", f"http://127.0.0.1:{server.port}") for word in sys.argv[1:]]
        if arguments[0] == "--program":
            return subprocess.run(arguments[1:]).returncode
        return subprocess.run([sys.executable, "-B", *arguments]).returncode


if __name__ == "__main__":
    sys.exit(main())
