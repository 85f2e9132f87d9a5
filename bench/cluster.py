#!/usr/bin/python3
"""Nodes behind HAProxy on one machine: what eight of them reach together of what each reaches alone.

    bench/cluster.py --assay build/bench/assay [--nodes 1,2,4,8] [--share 0.6] [--rounds 3] [--seconds 4]

Each node has one slot, a network namespace of its own, and a CPU quota, such that the nodes of the largest
cluster take at most `--share` of the machine together; whatever is left is for the client and HAProxy, whose
CPU is printed too. A round measures each node alone, its client beside it, and then all through HAProxy; given
are medians of the rounds of (all through HAProxy) / (sum of those alone). Two programs: one that adds two
numbers, and one that sleeps, where the quota doesn't matter and the queue does. Needs root, haproxy and wrk.
"""
from __future__ import annotations

import argparse
import contextlib
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests"))
from harness.server import AssayServer  # noqa: E402

BRIDGE = "assaybench0"
NETWORK = "10.213.7"
BALANCER_PORT = 18080
NODE_PORT = 8080
PERIOD_US = 100_000
SUM = "a, b = map(int, input().split())\nprint(a + b)\n"
PROGRAMS = {"a + b": SUM, "sleeps 0.2 s": "import time\ntime.sleep(0.2)\n" + SUM}

CONFIGURATION = """global
    maxconn 4096
    stats socket {socket} mode 600 level admin
defaults
    mode http
    timeout connect 2s
    timeout client 120s
    timeout server 120s
    timeout queue 60s
frontend all
    bind 127.0.0.1:{port}
    default_backend nodes
backend nodes
    balance leastconn
    option httpchk GET /readyz
    http-reuse always
    default-server check inter 500ms maxconn {maxconn}
{servers}
"""


def run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


class Quota:
    """A CPU cgroup for a node and all it starts, version 1 or 2."""

    def __init__(self, name: str):
        first = pathlib.Path("/sys/fs/cgroup/cpu")
        self._old = first.is_dir()
        self._folder = (first if self._old else pathlib.Path("/sys/fs/cgroup")) / name
        self._folder.mkdir(exist_ok=True)

    @property
    def procs(self) -> str:
        return str(self._folder / "cgroup.procs")

    def limit(self, cores: float) -> None:
        quota = str(int(cores * PERIOD_US))
        if self._old:
            (self._folder / "cpu.cfs_period_us").write_text(str(PERIOD_US))
            (self._folder / "cpu.cfs_quota_us").write_text(quota)
        else:
            (self._folder / "cpu.max").write_text(f"{quota} {PERIOD_US}")

    def remove(self) -> None:
        for _ in range(100):
            with contextlib.suppress(OSError):
                self._folder.rmdir()
                return
            time.sleep(0.1)


class Node(AssayServer):
    """A server in a network namespace and below a quota of its own."""

    def __init__(self, number: int, program: str):
        self.name = f"assay-bench-{number}"
        self.address = f"{NETWORK}.{10 + number}"
        self.quota = Quota(self.name)
        run("ip", "netns", "add", self.name)
        run("ip", "link", "add", f"assayb{number}", "type", "veth", "peer", "name", "eth0", "netns", self.name)
        run("ip", "link", "set", f"assayb{number}", "master", BRIDGE, "up")
        run("ip", "-n", self.name, "addr", "add", f"{self.address}/24", "dev", "eth0")
        run("ip", "-n", self.name, "link", "set", "eth0", "up")
        run("ip", "-n", self.name, "link", "set", "lo", "up")
        # Not `ip netns exec`, which hides the host's cgroups.
        prefix = ["/bin/sh", "-c", f'echo $$ >{self.quota.procs}; exec nsenter --net=/run/netns/{self.name} "$@"', "sh"]
        super().__init__(["--host", self.address, "--insecure", "--slots", "1", "--pin", "off",
                          "--verdict-cache-mb", "0", "--compile-disk-mb", "0", "--sandboxes", "0"],
                         {"ASSAY_TOOLCHAINS": "/nonexistent"}, prefix, program, port=NODE_PORT)
        self.host = self.address

    def end(self) -> None:
        if self.process is not None:
            self.quota.limit(2)
            self.stop()
        run("ip", "netns", "del", self.name)
        self.quota.remove()


class Balancer:
    """HAProxy in front of some of the nodes, as a context."""

    def __init__(self, nodes: list[Node], folder: str):
        servers = "\n".join(f"    server {node.name} {node.address}:{NODE_PORT}" for node in nodes)
        self._file = pathlib.Path(folder) / "haproxy.cfg"
        self._file.write_text(CONFIGURATION.format(socket=f"{folder}/haproxy.sock", port=BALANCER_PORT, maxconn=4,
                                                   servers=servers))

    def __enter__(self) -> Balancer:
        self._process = subprocess.Popen(["haproxy", "-db", "-f", str(self._file)], stdout=subprocess.DEVNULL,
                                         stderr=subprocess.DEVNULL)
        time.sleep(2)  # two checks of every node
        return self

    def __exit__(self, *_) -> None:
        self._process.kill()
        self._process.wait()

    def cpu_s(self) -> float:
        fields = pathlib.Path(f"/proc/{self._process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def load(url: str, body: str, connections: int, seconds: int, folder: str) -> tuple[float, float]:
    """Requests a second that were judged as right, and the client's CPU as a share of a core."""
    script = pathlib.Path(folder) / "post.lua"
    # The answers' texts are looked at: an error must not count, nor a wrong verdict.
    script.write_text(f"""wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = {json.dumps(body)}
local good = 0
function response(status, headers, body)
  if status == 200 and body:find('"verdict":"AC"', 1, true) then good = good + 1 end
  wrk.thread:set("good", good)
end
local threads = {{}}
function setup(thread) table.insert(threads, thread) end
function done(summary)
  local sum = 0
  for _, thread in ipairs(threads) do sum = sum + (thread:get("good") or 0) end
  io.write(string.format("GOOD %d IN %d US\\n", sum, summary.duration))
end
""")
    before = os.times()
    done = subprocess.run(["wrk", "-t1", f"-c{connections}", f"-d{seconds:g}s", "--timeout", "60s", "-s", str(script), url],
                          check=True, capture_output=True, text=True)
    after = os.times()
    found = re.search(r"GOOD (\d+) IN (\d+) US", done.stdout)
    took = int(found.group(2)) / 1e6
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return int(found.group(1)) / took, cpu / took


def request(program: str) -> str:
    return json.dumps({"language": "python", "code": PROGRAMS[program],
                       "problem": {"tests": [{"input": "3 4\n", "expected": "7\n"}]}})


def measure(nodes: list[Node], program: str, connections: int, seconds: int, folder: str) -> dict[str, float]:
    body = request(program)
    alone = [load(f"http://{node.address}:{NODE_PORT}/v1/verify", body, connections, seconds, folder)[0] for node in nodes]
    with Balancer(nodes, folder) as balancer:
        before = balancer.cpu_s()
        together, client = load(f"http://127.0.0.1:{BALANCER_PORT}/v1/verify", body, connections * len(nodes), seconds, folder)
        balancing = (balancer.cpu_s() - before) / seconds
    return {"sum": sum(alone), "together": together, "ratio": together / sum(alone), "client": client, "haproxy": balancing}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", required=True)
    parser.add_argument("--nodes", default="1,2,4,8", help="sizes of the cluster (default: %(default)s)")
    parser.add_argument("--share", type=float, default=0.6, help="of the machine, for the nodes of the largest")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--connections", type=int, default=3, help="for each node")
    parser.add_argument("--json", type=pathlib.Path, help="all figures, into this file")
    args = parser.parse_args()
    for program in ("haproxy", "wrk", "nsenter", "ip"):
        if not shutil.which(program):
            sys.exit(f"bench/cluster.py: needs {program}: apt-get install haproxy wrk util-linux iproute2")
    sizes = sorted(map(int, args.nodes.split(",")))
    cores = args.share * (os.cpu_count() or 1) / sizes[-1]
    figures: dict[str, list[dict[str, float]]] = {}
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="assay-cluster-"))
        run("ip", "link", "add", BRIDGE, "type", "bridge")
        stack.callback(run, "ip", "link", "del", BRIDGE)
        run("ip", "addr", "add", f"{NETWORK}.1/24", "dev", BRIDGE)
        run("ip", "link", "set", BRIDGE, "up")
        nodes = []
        for number in range(sizes[-1]):
            node = Node(number, args.assay)
            stack.callback(node.end)
            node.start()
            nodes.append(node)
        for node in nodes:
            node.quota.limit(cores)
        print(f"{sizes[-1]} nodes of {cores:.3f} cores each; rounds of {args.seconds:g} s, {args.connections} connections a node")
        for number in range(args.rounds):
            for program in PROGRAMS:
                for size in sizes:
                    key = f"{program}, {size}"
                    figures.setdefault(key, []).append(
                        measure(nodes[:size], program, args.connections, args.seconds, folder))
                    print(f"round {number + 1}: {key}: {figures[key][-1]['ratio']:.3f}", file=sys.stderr)
    print(f"{'program, nodes':24} {'sum alone':>10} {'together':>10} {'ratio':>7} {'(range)':>15} {'client':>8} {'HAProxy':>8}   a second; cores")
    for key, rows in figures.items():
        median = {name: statistics.median(row[name] for row in rows) for name in rows[0]}
        ratios = [row["ratio"] for row in rows]
        print(f"{key:24} {median['sum']:10.1f} {median['together']:10.1f} {median['ratio']:7.3f} "
              f"{f'({min(ratios):.3f}-{max(ratios):.3f})':>15} {median['client']:8.3f} {median['haproxy']:8.3f}")
    if args.json:
        args.json.write_text(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
