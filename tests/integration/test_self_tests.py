"""Toolchains' self-tests: in the background of a server, once for each toolchain, and in doctor."""

import json
import os
import pathlib
import subprocess
import tempfile
import time

from harness import server as harness

# On every machine that scripts/install-deps.sh has prepared.
CORE = {"python", "pytest", "cpp", "c", "java", "nodejs", "bash"}


def toolchains_of(server):
    return {each["language"]: each for each in server.get("/v1/info").json()["toolchains"]}


def settled(server, languages, timeout_s=300):
    """The toolchains of a server once none of these languages is pending."""
    deadline = time.monotonic() + timeout_s
    while any(toolchains_of(server)[name]["self_test"] == "pending" for name in languages):
        assert time.monotonic() < deadline, toolchains_of(server)
        time.sleep(0.1)
    return toolchains_of(server)


def submissions(server):
    return sum(float(line.split()[-1]) for line in server.get("/metrics").body.decode().splitlines()
               if line.startswith("assay_submissions_total{"))


def script(folder, name, text):
    path = pathlib.Path(folder) / name
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)
    return str(path)


def test_doctor_tests_every_toolchain_and_a_server_knows(start_server):
    with tempfile.TemporaryDirectory(dir="/usr/local/lib") as cache:
        os.chmod(cache, 0o755)
        done = subprocess.run([str(harness.binary()), "doctor", "--json", "--cache-dir", cache],
                              capture_output=True, text=True, timeout=900)
        assert done.returncode == 0, done.stderr
        found = {each["language"]: each for each in json.loads(done.stdout)["toolchains"]}
        wrong = {name: each["self_test_problem"] for name, each in found.items() if each["self_test"] == "failed"}
        assert wrong == {}
        assert CORE <= {name for name, each in found.items() if each["self_test"] == "passed"}
        # What isn't there is not tested.
        assert {each["self_test"] for each in found.values() if not each["available"]} <= {"off"}
        server = start_server("--cache-dir", cache, "--toolchain-self-test", "on")
        assert {name for name, each in toolchains_of(server).items() if each["self_test"] == "passed"} >= CORE
        assert submissions(server) == 0
        server.stop()  # it writes into the folder


def test_a_toolchain_that_hides_failures_is_found_out(start_server):
    # In /usr, where a box sees it: every program ends well.
    with tempfile.TemporaryDirectory(dir="/usr/local/lib") as folder:
        os.chmod(folder, 0o755)
        node = script(folder, "node", '/usr/bin/node "$@"\nexit 0\n')
        server = start_server("--cache-dir", folder + "/cache", "--toolchain-self-test", "on", "--node", node)
        found = settled(server, {"nodejs", "python"})
        assert found["nodejs"]["self_test"] == "failed"
        assert "a failed assertion is said to be AC" in found["nodejs"]["self_test_problem"]
        assert found["python"]["self_test"] == "passed"
        assert submissions(server) >= 8
        assert any("nodejs: the toolchain failed its self-test" in line for line in server.log)
        server.stop()  # it writes into the folder


def test_nobody_tests_when_told_not_to(start_server):
    server = start_server("--toolchain-self-test", "off")
    assert {each["self_test"] for each in toolchains_of(server).values()} == {"off"}
