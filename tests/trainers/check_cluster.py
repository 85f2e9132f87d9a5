#!/usr/bin/env python3
"""The trainers' stock clients before a cluster whose nodes come, drain, die, restart and run out of disk.

    check_cluster.py [--peers DIR] [--only NAME…] [--count 24] [--table FILE]

Three nodes of one slot behind HAProxy as `assay cluster render` configures it. Each client (cluster_clients.py) sends
right programs, and in the middle of them something happens to a node. Counted is what became of each:

    at once   its reward, after one request
    again     its reward, after the client itself had sent it again
    masked    no reward: the trainer leaves the sample out
    zero      a number that nobody earned, of the client's own: it had no answer of ours
    error     an exception
    OURS      a wrong reward in an answer of ours. There must be none, and there must be none of the three before
              it where one node alone is concerned and requests are small enough to be sent to another node.

What isn't there is skipped, and said. Each client runs in a process of its own.
"""

import argparse
import asyncio
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "trainers"), str(TESTS), str(TESTS.parent / "clients" / "python" / "src")]
from cluster_clients import CLIENTS  # noqa: E402
from harness.cluster import Front  # noqa: E402
from harness.real_node import RealNode, running_nodes  # noqa: E402
from peer_harness import Recorder  # noqa: E402

OUTCOMES = ["at once", "again", "masked", "zero", "error", "OURS"]
BATCH_S = 420
HAPPENS_AFTER_S = 0.8
DISK_BYTES = 8 << 20
LARGE_BYTES = 70_000  # more than the front keeps to send again
KEY = re.compile(rb"key-(\d+)-")


def program(key, pad):
    return (f"import time\ntime.sleep(0.3)\nprint(sum(map(int, input().split())))  # key-{key}-"
            + ("\n# " + "x" * pad if pad else ""))


# ---- what happens, each undone by the second function ----

class Cluster:
    def __init__(self, nodes, front):
        self.nodes, self.front = nodes, front

    def ready(self):
        self.front.wait(lambda status: len(status) == 3 and
                        all(each["status"].startswith("UP") for each in status.values()))

    def start_again(self, *nodes):
        for node in nodes:
            node.start()
        self.ready()

    def add(self):
        self.front.command("add", self.nodes[2].spec)

    def drain(self):
        self.front.command("drain", "n1")

    def undo_drain(self):
        self.front.command("drain", "n1", "--undo")
        self.ready()

    def kill(self):
        self.nodes[0].kill()

    def restart(self):
        self.nodes[1].stop()
        self.start_again(self.nodes[1])

    def kill_all(self):
        for node in self.nodes:
            node.kill()
        self.start_again(*self.nodes)


def faults(cluster):
    """(name, whether one node alone is concerned, bytes to pad, before, in the middle, afterwards)"""
    def nothing():
        pass

    return [("nothing", True, 0, nothing, nothing, nothing),
            ("a node is added", True, 0, lambda: cluster.front.command("remove", "n3"), cluster.add, cluster.ready),
            ("a node drains", True, 0, nothing, cluster.drain, cluster.undo_drain),
            ("a node is killed", True, 0, nothing, cluster.kill, lambda: cluster.start_again(cluster.nodes[0])),
            ("a node restarts", True, 0, nothing, cluster.restart, nothing),
            ("a node's disk is full", True, 0, nothing, cluster.nodes[2].fill_disks, cluster.nodes[2].free_disks),
            ("a node is killed, requests over 64 KiB", False, LARGE_BYTES, nothing, cluster.kill,
             lambda: cluster.start_again(cluster.nodes[0])),
            ("all nodes are killed and started again", False, 0, nothing, cluster.kill_all, nothing)]


# ---- a client's process ----

def outcome(reward, statuses):
    if isinstance(reward, Exception):
        return "error"
    if reward is None:
        return "masked"
    if reward == 1.0:
        return "again" if len(statuses) > 1 else "at once"
    return "OURS" if statuses and statuses[-1] == 200 else "zero"


async def batch(ask, proxy, order):
    asyncio.get_running_loop().set_default_executor(concurrent.futures.ThreadPoolExecutor(64))
    keys = range(order["first"], order["first"] + order["count"])
    del proxy.passed[:]
    began = time.monotonic()
    rewards = await asyncio.gather(*(ask(key, program(key, order["pad"])) for key in keys), return_exceptions=True)
    statuses = collections.defaultdict(list)
    for body, status in proxy.passed:
        for key in KEY.findall(body or b""):
            statuses[int(key)].append(status)
    told = collections.Counter(outcome(reward, statuses[key]) for key, reward in zip(keys, rewards))
    odd = sorted({f"{reward!r:.100} after {statuses[key]}" for key, reward in zip(keys, rewards)
                  if reward != 1.0})
    return {"outcomes": told, "odd": odd[:4], "took_s": time.monotonic() - began}


def child(name, url, peers):
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a trainer prints

    def tell(what):
        print(json.dumps(what), file=answers, flush=True)

    proxy = Recorder(url, name)
    with tempfile.TemporaryDirectory() as scratch:
        ask, what = CLIENTS[name](proxy.url, peers, pathlib.Path(scratch))
        tell({"what": what, "runs": ask is not None})

        async def everything():
            for line in iter(sys.stdin.readline, ""):
                tell(await batch(ask, proxy, json.loads(line)))
        if ask is not None:
            asyncio.run(everything())
    sys.stderr.flush()
    os._exit(0)  # trainers leave threads behind that would be waited for


# ---- the cluster's side ----

def run_client(name, cluster, given, log):
    """(what ran, {fault: outcomes}, faults of the check); None instead of outcomes: it was skipped."""
    command = [sys.executable, "-B", __file__, "--child", name, "--url", f"http://127.0.0.1:{cluster.front.port}"]
    if given.peers:
        command += ["--peers", given.peers]
    asked = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True)
    with concurrent.futures.ThreadPoolExecutor(1) as reader:

        def answer():
            line = reader.submit(asked.stdout.readline).result(BATCH_S)
            assert line, f"{name} ended"
            return json.loads(line)

        try:
            began = answer()
            if not began["runs"]:
                return began["what"], None, []
            table, wrong = {}, []
            for number, (fault, alone, pad, before, happens, afterwards) in enumerate(faults(cluster)):
                before()
                print(json.dumps({"first": (number + 1) * 1000, "count": given.count, "pad": pad}), file=asked.stdin,
                      flush=True)
                time.sleep(HAPPENS_AFTER_S)
                happening = threading.Thread(target=happens)
                happening.start()
                told = answer()
                happening.join()
                afterwards()
                table[fault] = told["outcomes"]
                print(f"{name}: {fault}: {told['outcomes']} in {told['took_s']:.0f} s {'; '.join(told['odd'])}", flush=True)
                bad = sum(told["outcomes"].get(each, 0) for each in OUTCOMES[2:])
                if told["outcomes"].get("OURS") or (alone and bad):
                    wrong.append(f"{name}: {fault}: {told}")
            return began["what"], table, wrong
        finally:
            asked.kill()
            asked.wait()


def as_table(ran):
    names = list(ran)
    lines = ["| | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    for fault in next(iter(ran.values())):
        cells = [", ".join(f"{ran[name][fault][each]} {each}" for each in OUTCOMES if each in ran[name][fault])
                 for name in names]
        lines.append(f"| {fault} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--peers", default=os.environ.get("ASSAY_PEERS"), help="a folder of checkouts")
    parser.add_argument("--only", nargs="*", choices=list(CLIENTS))
    parser.add_argument("--count", type=int, default=24, help="programs a fault (%(default)s)")
    parser.add_argument("--table", type=pathlib.Path, help="the table, into this file")
    parser.add_argument("--log", type=pathlib.Path, help="what the clients print, into this file")
    parser.add_argument("--child", choices=list(CLIENTS), help=argparse.SUPPRESS)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        return child(given.child, given.url, pathlib.Path(given.peers).resolve() if given.peers else None)
    ran, wrong = {}, []
    disks = {"n1": 0, "n2": 0, "n3": DISK_BYTES}
    with running_nodes(lambda folder: [RealNode(name, folder / name, disk) for name, disk in disks.items()]) as nodes, \
            tempfile.TemporaryDirectory() as scratch, open(given.log or pathlib.Path(scratch) / "clients.log", "w+b") as log:
        try:
            with Front(scratch, [node.spec for node in nodes]) as front:
                for name in given.only or CLIENTS:
                    what, table, faulty = run_client(name, Cluster(nodes, front), given, log)
                    print(f"{'skipped' if table is None else 'ran'}  {name}: {what}", flush=True)
                    if table is not None:
                        ran[name] = table
                        wrong += faulty
        except BaseException:
            log.seek(0)
            sys.stderr.buffer.write(log.read()[-4000:])
            raise
    if ran:
        print(as_table(ran))
        if given.table:
            given.table.write_text(as_table(ran), encoding="utf-8")
    for each in wrong:
        print(f"FAILED   {each}")
    print(f"{len(ran)} clients ran, {len(wrong)} failures")
    return 1 if wrong or not ran else 0


if __name__ == "__main__":
    sys.exit(main())
