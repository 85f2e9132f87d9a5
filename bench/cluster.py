#!/usr/bin/python3
"""Nodes behind HAProxy on one machine: what eight of them reach together of what each reaches alone.

    bench/cluster.py --assay build/bench/assay [--nodes 1,2,4,8] [--share 0.6] [--rounds 3] [--seconds 4]

Each node has one slot, a network namespace of its own, and a CPU quota, such that the nodes of the largest
cluster take at most `--share` of the machine together; whatever is left is for the client and HAProxy, whose
CPU is printed too. A round measures each node alone, its client beside it, and then 1, 2, 4 and 8 of them
through HAProxy as `assay cluster render` configures it; given are medians of the rounds of (all through HAProxy) /
(sum of those alone), latencies, and the CPU that a request took in its node. Two programs: one that adds two
numbers, and one that sleeps, where the quota doesn't matter and the queue does. Needs root, haproxy and wrk.
bench/cluster_sim/compare.py puts the file of --json beside the model.
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
from typing import NamedTuple

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests"))
from harness.cluster import Front  # noqa: E402
from harness.server import AssayServer, cgroup_folders  # noqa: E402

BRIDGE = "assaybench0"
NETWORK = "10.213.7"
NODE_PORT = 8080
PERIOD_US = 100_000
# What a node does once for a program takes a tenth of its share of three seconds.
WARM_UP_S = 1
SUM = "a, b = map(int, input().split())\nprint(a + b)\n"
PROGRAMS = {"a + b": SUM, "sleeps 0.2 s": "import time\ntime.sleep(0.2)\n" + SUM}

def run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


class Quota:
    """A CPU cgroup for a node and all it starts, version 1 or 2."""

    def __init__(self, name: str):
        first = pathlib.Path("/sys/fs/cgroup/cpu")
        self._old = first.is_dir()
        roots = [first, pathlib.Path("/sys/fs/cgroup/cpuacct")] if self._old else [pathlib.Path("/sys/fs/cgroup")]
        self._folders = [root / name for root in roots]
        for folder in self._folders:
            folder.mkdir(exist_ok=True)
        self._folder = self._folders[0]

    @property
    def procs(self) -> list[str]:
        return [str(folder / "cgroup.procs") for folder in self._folders]

    @property
    def accounts(self) -> pathlib.Path:
        """The group that counts the CPU time of what runs in it."""
        return self._folders[-1]

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
                for folder in self._folders:
                    if folder.exists():
                        folder.rmdir()
                return
            time.sleep(0.1)


def used_s(group: pathlib.Path) -> float:
    """The CPU time of all that ever ran in a group, version 1 or 2."""
    counter = group / "cpuacct.usage"
    if counter.exists():
        return int(counter.read_text()) / 1e9
    return int(re.search(r"usage_usec (\d+)", (group / "cpu.stat").read_text()).group(1)) / 1e6


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
        into = "; ".join(f"echo $$ >{procs}" for procs in self.quota.procs)
        prefix = ["/bin/sh", "-c", f'{into}; exec nsenter --net=/run/netns/{self.name} "$@"', "sh"]
        super().__init__(["--host", self.address, "--insecure", "--slots", "1", "--pin", "off",
                          "--verdict-cache-mb", "0", "--compile-disk-mb", "0", "--sandboxes", "0"],
                         {"ASSAY_TOOLCHAINS": "/nonexistent"}, prefix, program, port=NODE_PORT)
        self.host = self.address

    def cpu_s(self) -> float:
        """Its CPU time, with that of its boxes, which it counts in groups elsewhere."""
        hierarchy = str(self.quota.accounts.parent)
        mine = {folder for folder in cgroup_folders() if f"-{self.pid}-" in folder and folder.startswith(hierarchy + "/")}
        outermost = [folder for folder in mine if os.path.dirname(folder) not in mine]
        return sum(used_s(pathlib.Path(folder)) for folder in [self.quota.accounts, *outermost])

    def end(self) -> None:
        if self.process is not None:
            self.quota.limit(2)
            self.stop()
        run("ip", "netns", "del", self.name)
        self.quota.remove()


class Through(Front):
    """HAProxy in front of some of the nodes, as `assay cluster render` configures it; `change` is done to that."""

    def __init__(self, nodes: list[Node], folder: str, change=None):
        super().__init__(tempfile.mkdtemp(dir=folder), [f"{node.name}={node.address}:{NODE_PORT},slots=1" for node in nodes])
        self._change = change

    def render(self) -> None:
        super().render()
        if self._change:
            self.config.write_text(self._change(self.config.read_text()))

    def cpu_s(self) -> float:
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Load(NamedTuple):
    """What one client measured."""

    rate: float  # requests a second that were judged as right
    cpu: float  # of the client, as a share of a core
    took_s: float
    latencies_s: list[float]  # sorted; of all requests

    def quantile_ms(self, quantile: float) -> float:
        return self.latencies_s[min(len(self.latencies_s) - 1, int(quantile * len(self.latencies_s)))] * 1e3


SCRIPT = """wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = %s
local good = 0
%s
-- The answers' texts are looked at: an error must not count, nor a wrong verdict.
function response(status, headers, body)
  if status == 200 and body:find('"verdict":"AC"', 1, true) then good = good + 1 end
  wrk.thread:set("good", good)
end
local threads = {}
function setup(thread) table.insert(threads, thread) end
function done(summary, latency)
  local sum = 0
  for _, thread in ipairs(threads) do sum = sum + (thread:get("good") or 0) end
  io.write(string.format("GOOD %%d IN %%d US\\n", sum, summary.duration))
  for i = 1, #latency do
    local value, count = latency(i)
    io.write(string.format("LATENCY %%d %%d\\n", value, count))
  end
end
"""


def load(url: str, body: str, connections: int, seconds: float, folder: str, more: str = "") -> Load:
    """wrk against `url`; `more`: Lua that makes each request another."""
    script = pathlib.Path(folder) / "post.lua"
    script.write_text(SCRIPT % (json.dumps(body), more))
    before = os.times()
    done = subprocess.run(["wrk", "-t1", f"-c{connections}", f"-d{seconds:g}s", "--timeout", "60s", "-s", str(script), url],
                          check=True, capture_output=True, text=True)
    after = os.times()
    found = re.search(r"GOOD (\d+) IN (\d+) US", done.stdout)
    took = int(found.group(2)) / 1e6
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    latencies = sorted(int(value) / 1e6 for value, count in re.findall(r"LATENCY (\d+) (\d+)", done.stdout)
                       for _ in range(int(count)))
    return Load(int(found.group(1)) / took, cpu / took, took, latencies)


def request(program: str) -> str:
    return json.dumps({"language": "python", "code": PROGRAMS[program],
                       "problem": {"tests": [{"input": "3 4\n", "expected": "7\n"}]}})


def cpu_of(nodes: list[Node]) -> float:
    return sum(node.cpu_s() for node in nodes)


def alone(node: Node, program: str, options: argparse.Namespace, folder: str) -> dict:
    """A node with its client beside it, which asks as many at a time as through the front; then one at a time, which
    is what a request takes."""
    url, body = f"http://{node.address}:{NODE_PORT}/v1/verify", request(program)
    load(url, body, options.connections, WARM_UP_S, folder)
    before = cpu_of([node])
    busy = load(url, body, options.connections, options.seconds, folder)
    cpu = cpu_of([node]) - before
    single = load(url, body, 1, options.seconds, folder)
    return {"rate": busy.rate, "cpu_ms": cpu / max(1, busy.rate * busy.took_s) * 1e3, "cores": cpu / busy.took_s,
            "p50_ms": busy.quantile_ms(0.5), "p99_ms": busy.quantile_ms(0.99), "service_s": single.latencies_s}


def together(nodes: list[Node], program: str, options: argparse.Namespace, folder: str) -> dict:
    with Through(nodes, folder) as front:
        url, connections = f"http://127.0.0.1:{front.port}/v1/verify", options.connections * len(nodes)
        load(url, request(program), connections, WARM_UP_S, folder)
        before, balancing = cpu_of(nodes), front.cpu_s()
        found = load(url, request(program), connections, options.seconds, folder)
        cpu, balancing = cpu_of(nodes) - before, front.cpu_s() - balancing
    return {"rate": found.rate, "cpu_ms": cpu / max(1, found.rate * found.took_s) * 1e3, "cores": cpu / found.took_s,
            "p50_ms": found.quantile_ms(0.5), "p99_ms": found.quantile_ms(0.99), "client": found.cpu,
            "haproxy": balancing / found.took_s}


def show(rounds: list[dict], sizes: list[int]) -> None:
    """Medians of the rounds: all through HAProxy beside the sum of those alone."""
    print(f"{'program, nodes':22} {'alone':>8} {'together':>9} {'ratio':>7} {'(range)':>15} {'p50, ms':>8} {'p99':>8} "
          f"{'CPU ms a request, alone':>24} {'together':>9} {'client':>7} {'HAProxy':>8}")
    for program in PROGRAMS:
        for size in sizes:
            sums, found, ratios, cpu = [], [], [], []
            for each in rounds:
                singles = each[program]["alone"][:size]
                sums.append(sum(single["rate"] for single in singles))
                cpu.append(statistics.fmean(single["cpu_ms"] for single in singles))
                found.append(each[program]["together"][str(size)])
                ratios.append(found[-1]["rate"] / sums[-1])
            of = {name: statistics.median(each[name] for each in found) for name in found[0]}
            print(f"{f'{program}, {size}':22} {statistics.median(sums):8.1f} {of['rate']:9.1f} {statistics.median(ratios):7.3f} "
                  f"{f'({min(ratios):.3f}-{max(ratios):.3f})':>15} {of['p50_ms']:8.1f} {of['p99_ms']:8.1f} "
                  f"{statistics.median(cpu):24.2f} {of['cpu_ms']:9.2f} {of['client']:7.3f} {of['haproxy']:8.3f}")


# Half of all requests are of one problem, the others of a thousand.
HOT = """function request()
  local number = 0
  if math.random() > 0.5 then number = math.random(1000) end
  wrk.headers["X-Assay-Problem"] = string.format("%064x", number)
  return wrk.format()
end"""
FACTOR = re.compile(r"  hash-balance-factor \d+\n")
BY_PROBLEM = re.compile(r"(backend assay_by_problem\n(?:.*\n)*?)(?=backend|#|$)")


def held_back(text: str) -> str:
    """Hashing without a bound of the load, but with one for each node: what is beyond it queues there."""
    return BY_PROBLEM.sub(lambda found: FACTOR.sub("", re.sub(r"(  server \S+ \S+)", r"\1 maxconn 4", found.group(1))), text)


FRONTS = {"leastconn": (None, ""), "by problem, as rendered": (None, HOT),
          "by problem, factor 150": (lambda text: FACTOR.sub("  hash-balance-factor 150\n", text), HOT),
          "by problem, no factor": (lambda text: FACTOR.sub("", text), HOT),
          "by problem, maxconn instead": (held_back, HOT)}


def measure_hot(nodes: list[Node], options: argparse.Namespace, folder: str) -> None:
    """A hot problem among others, by programs that sleep."""
    program = "sleeps 0.2 s"
    print(f"{'half of all is one problem':30} {'clients':>8} {'a second':>9} {'p50, ms':>8} {'p99':>8} {'most at one node':>17}")
    for clients in (len(nodes) * 3 // 4, len(nodes) * options.connections):
        for name, (change, script) in FRONTS.items():
            rows = []
            for _ in range(options.rounds):
                with Through(nodes, folder, change) as front:
                    counts = [node.metric("assay_submissions_total") for node in nodes]
                    found = load(f"http://127.0.0.1:{front.port}/v1/verify", request(program), clients, options.seconds,
                                 folder, script)
                    counts = [node.metric("assay_submissions_total") - count for node, count in zip(nodes, counts)]
                rows.append((found.rate, found.quantile_ms(0.5), found.quantile_ms(0.99), max(counts) / sum(counts)))
            rate, p50, p99, most = (statistics.median(column) for column in zip(*rows))
            print(f"{name:30} {clients:8} {rate:9.1f} {p50:8.0f} {p99:8.0f} {most:17.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", required=True)
    parser.add_argument("--nodes", default="1,2,4,8", help="sizes of the cluster (default: %(default)s)")
    parser.add_argument("--share", type=float, default=0.6, help="of the machine, for the nodes of the largest")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--connections", type=int, default=3, help="for each node")
    parser.add_argument("--hot", action="store_true", help="a hot problem among others, by ways to choose nodes, instead")
    parser.add_argument("--json", type=pathlib.Path, help="all figures, into this file")
    args = parser.parse_args()
    os.environ["ASSAY_BIN"] = args.assay  # for what renders the front's configuration
    for program in ("haproxy", "wrk", "nsenter", "ip"):
        if not shutil.which(program):
            sys.exit(f"bench/cluster.py: needs {program}: apt-get install haproxy wrk util-linux iproute2")
    sizes = sorted(map(int, args.nodes.split(",")))
    cores = args.share * (os.cpu_count() or 1) / sizes[-1]
    rounds: list[dict] = []
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
        if args.hot:
            return measure_hot(nodes, args, folder)
        for number in range(args.rounds):
            figures = {}
            for program in PROGRAMS:
                figures[program] = {"alone": [alone(node, program, args, folder) for node in nodes],
                                    "together": {str(size): together(nodes[:size], program, args, folder) for size in sizes}}
                print(f"round {number + 1}: {program}: " + ", ".join(
                    f"{size}: {figures[program]['together'][str(size)]['rate']:.1f}" for size in sizes), file=sys.stderr)
            rounds.append(figures)
    show(rounds, sizes)
    if args.json:
        args.json.write_text(json.dumps({"cores": cores, "load": os.getloadavg()[0], "sizes": sizes,
                                         "connections": args.connections, "seconds": args.seconds, "rounds": rounds}) + "\n")


if __name__ == "__main__":
    main()
