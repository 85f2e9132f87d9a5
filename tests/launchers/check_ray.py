#!/usr/bin/env python3
"""assay.cluster.ray on a real local Ray: nodes start, serve, are found from a worker, stand behind HAProxy, come again
after kill -9, and drain: what is under way is answered.

    PYTHONPATH=FOLDER-WITH-RAY tests/launchers/check_ray.py
"""

import os
import pathlib
import shutil
import signal
import sys
import tempfile
import threading
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(REPOSITORY / "tests"), str(REPOSITORY / "clients" / "python" / "src")]
os.environ.update(RAY_USAGE_STATS_ENABLED="0", RAY_AUTH_MODE="disabled")
os.environ["ASSAY_TOOLCHAIN_SELF_TEST"] = "off"
from harness.client import Client  # noqa: E402
from harness.cluster import Front, agents_of, engine  # noqa: E402
from harness.server import binary  # noqa: E402

import ray  # noqa: E402

from assay.cluster import ray as assay_ray  # noqa: E402

PATIENCE_S = 300
BODY = {"language": "python", "code": "print(int(input()) * 2)",
        "problem": {"mode": "stdin_stdout", "tests": [{"input": "21", "expected": "42"}]}}
SLOW = {**BODY, "code": "import time\ntime.sleep(8)\n" + BODY["code"], "limits": {"cpu_time_s": 5, "wall_time_s": 60}}


def verdict(url, body=BODY):
    return Client(url).post("/v1/verify", body).json()["verdict"]


def wait(what, reached):
    deadline = time.monotonic() + PATIENCE_S
    while not reached():
        assert time.monotonic() < deadline, what
        time.sleep(0.05)


def server_of(url):
    """The process that listens there, by what it was started with and what it holds."""
    port = int(url.rpartition(":")[2])
    inodes = set()
    for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if int(fields[1].partition(":")[2], 16) == port and fields[3] == "0A":
            inodes.add(f"socket:[{fields[9]}]")
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if inodes & {os.readlink(fd) for fd in (process / "fd").iterdir()}:
                return int(process.name)
        except OSError:
            continue
    raise AssertionError(f"nobody listens at {url}")


def main():
    folder = tempfile.mkdtemp(prefix="assay-ray-")
    ray.init(_temp_dir=folder, num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False,
             object_store_memory=100 << 20,
             runtime_env={"env_vars": {"PYTHONPATH": os.pathsep.join(sys.path), "ASSAY_TOOLCHAIN_SELF_TEST": "off"}})
    try:
        nodes = assay_ray.start("--slots", "1", "--pin", "off", binary=str(binary()), num_cpus=0.5, timeout=PATIENCE_S)
        assert len(nodes) == 1 and verdict(nodes[0].url) == "AC"
        assert assay_ray.start("--slots", "1", num_cpus=0.5, timeout=PATIENCE_S) == nodes  # the same again
        print("ray: a node a machine serves:", nodes)

        @ray.remote(num_cpus=0)
        def here():
            return assay_ray.url_here()

        assert ray.get(here.remote(), timeout=PATIENCE_S) == nodes[0].url
        print("ray: a worker finds the node of its machine")

        if engine("haproxy") is None:
            print("ray: skipped the front: haproxy is not installed")
        else:
            with Front(folder, [node.member() for node in nodes]) as front:
                wait("the node's agent", lambda: agents_of(pathlib.Path(folder) / "h.sock")["assay"] == {"L7OK"})
                reply = front.client.post("/v1/verify", BODY)
                assert reply.json()["verdict"] == "AC" and reply.headers["x-assay-server"] == nodes[0].name, reply
            print("ray: behind HAProxy:", nodes[0].member())

        os.kill(server_of(nodes[0].url), signal.SIGKILL)
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                again = assay_ray.nodes(timeout=PATIENCE_S)
                if again and again != nodes and verdict(again[0].url) == "AC":
                    break
            except (OSError, ray.exceptions.RayError):
                pass
            assert time.monotonic() < deadline, "it doesn't come again"
            time.sleep(0.2)
        print("ray: killed with -9, it came again:", again)

        server = server_of(again[0].url)
        answers = []
        asking = threading.Thread(target=lambda: answers.append(verdict(again[0].url, SLOW)))
        asking.start()
        wait("the slow one", lambda: Client(again[0].url).get("/v1/info").json()["running"] == 1)
        assay_ray.stop()
        asking.join(PATIENCE_S)
        assert answers == ["AC"], answers
        print("ray: told to stop, it answered what was under way")
        assert assay_ray.nodes() == [] and not pathlib.Path(f"/proc/{server}").exists()
        print("ray: stopped, and nothing is left")
    finally:
        ray.shutdown()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
