#!/usr/bin/python3
"""The official clients of the Model Context Protocol, unmodified, against /mcp and `assay mcp`.

Each program below plays the same script by each transport and each way of agreeing on a revision,
and stops with the first thing that is not as it should be:

    python_client.py        the SDK in Python (`mcp`): with sessions, without, and by its own choice
    typescript_client.mjs   the SDKs in TypeScript: `@modelcontextprotocol/sdk` (with sessions) and
                            `@modelcontextprotocol/client` (without, and by its own choice)

    tests/mcp/check_clients.py --url http://127.0.0.1:8080 --python FOLDER --node FOLDER

--python is a folder of `pip install --target`, --node one with the node_modules of `npm install`; where
one isn't given its clients are left out. `make check-mcp` installs both. The binary is $ASSAY_BIN or
build/release/assay.
"""

import argparse
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
BINARY = os.environ.get("ASSAY_BIN") or str(HERE.parents[1] / "build" / "release" / "assay")
# What a client reads of, and judges by; it never sees "out-secret".
PROBLEM = {"tests": [{"input": "in-secret", "expected": "out-secret"}]}


def store(url):
    text = json.dumps(PROBLEM, sort_keys=True, separators=(",", ":")).encode()
    name = hashlib.sha256(text).hexdigest()
    request = urllib.request.Request(f"{url}/v1/problems/{name}", text, {"Content-Type": "application/json"},
                                     method="PUT")
    urllib.request.urlopen(request, timeout=60).close()
    return name


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", required=True, help="of a running server")
    parser.add_argument("--python", help="folder of `pip install --target`")
    parser.add_argument("--node", help="folder that holds node_modules")
    given = parser.parse_args()
    name = store(given.url)
    arguments = ["--url", given.url, "--assay", BINARY, "--problem", name]
    runs = []
    if given.python:
        runs.append(([sys.executable, "-B", str(HERE / "python_client.py"), *arguments],
                     {**os.environ, "PYTHONPATH": given.python}))
    if given.node:
        runs.append((["node", str(HERE / "typescript_client.mjs"), *arguments, "--node", given.node], os.environ))
    if not runs:
        sys.exit("check_clients: give --python or --node")
    codes = [subprocess.run(command, env=environment, timeout=600).returncode for command, environment in runs]
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
