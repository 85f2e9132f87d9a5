#!/usr/bin/env python3
"""Runs the model of a cluster for the sizes that nobody here has, and prints tables.

    bench/cluster_sim/run.py [--nodes 128 1024 10000] [--json FILE]

What it is fed with comes from measured.json (measure.py). docs/cluster.md says what the model leaves out.
"""

import argparse
import json
import pathlib
import statistics
import time

from model import Cluster, Settings, burst, stream

SLOTS = 8
GROUP = 16        # rollouts of a problem
A_SLOT = 12           # requests for each slot; the first half of a stream fills the cluster
MOST_POINTS = 1 << 20  # of the ring: the largest have fewer for each node, or no memory would do


def settings_of(nodes, policy, **more):
    return Settings(nodes, SLOTS, policy, points=min(Settings.points, MOST_POINTS // nodes), **more)


def row(name, outcome):
    return {"name": name, "efficiency": outcome.efficiency, "p50_ms": outcome.wait(0.5) * 1e3,
            "p99_ms": outcome.wait(0.99) * 1e3, "p999_ms": outcome.wait(0.999) * 1e3,
            "misses": outcome.misses / max(1, outcome.answers), "sent_again": outcome.sent_again,
            "answers": outcome.answers, "rate": outcome.answers / outcome.makespan_s}


def show(title, rows):
    print(f"\n### {title}\n\n| | efficiency | wait p50, ms | p99 | p99.9 | misses | sent again | answers a second |")
    print("|---|---|---|---|---|---|---|---|")
    for each in rows:
        print(f"| {each['name']} | {each['efficiency']:.3f} | {each['p50_ms']:.1f} | {each['p99_ms']:.1f} | "
              f"{each['p999_ms']:.1f} | {each['misses']:.3f} | {each['sent_again']} | {each['rate']:,.0f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nodes", type=int, nargs="+", default=[128, 1024, 10000])
    parser.add_argument("--measured", type=pathlib.Path, default=pathlib.Path(__file__).with_name("measured.json"))
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    measured = json.loads(options.measured.read_text(encoding="utf-8"))["rows"]
    services = [each["service_s"] for each in measured]
    miss = statistics.fmean(each["miss_s"] for each in measured)
    mean = statistics.fmean(services)
    print(f"service {mean * 1e3:.1f} ms (mean of {len(services)}), miss {miss * 1e3:.1f} ms, {SLOTS} slots a node, "
          f"groups of {GROUP}")
    told = []

    def run(title, name, requests, settings, **more):
        start = time.monotonic()
        outcome = Cluster(settings, seed=1).run(requests, **more)
        made = row(name, outcome)
        told.append({"title": title, "seconds": time.monotonic() - start, **made})
        return made

    for load in (0.6, 0.8, 0.95):
        title = f"Groups as they come, {load:.0%} of all slots asked for"
        rows = []
        for nodes in options.nodes:
            slots = nodes * SLOTS
            requests = list(stream(slots * A_SLOT, load * slots / mean, services, group=GROUP, seed=nodes))
            for policy in ("leastconn", "hash"):
                for cost in ((0.0, miss) if nodes == options.nodes[0] else (miss,)):
                    rows.append(run(title, f"{nodes} nodes, {policy}, a miss costs {cost * 1e3:.0f} ms", requests,
                                    settings_of(nodes, policy, miss_s=cost), warm_up=len(requests) // 2))
        show(title, rows)

    title = "The bound of the load, by problem, 128 nodes; 0: none"
    rows = []
    slots = 128 * SLOTS
    for load in (0.6, 0.8, 0.9):
        requests = list(stream(slots * A_SLOT, load * slots / mean, services, group=GROUP, seed=7))
        for balance in (1.1, 1.25, 1.5, 2.0, 0):
            rows.append(run(title, f"{load:.0%}, {balance}", requests,
                            settings_of(128, "hash", balance=balance, miss_s=miss), warm_up=len(requests) // 2))
    show(title, rows)

    title = "A step at once: every rollout waits for the slowest"
    rows = []
    for nodes in options.nodes:
        requests = list(burst(nodes * SLOTS * A_SLOT, services, group=GROUP, seed=nodes))
        for policy in ("leastconn", "hash"):
            rows.append(run(title, f"{nodes} nodes, {policy}", requests, settings_of(nodes, policy, miss_s=miss)))
    show(title, rows)

    title = "The same problems again and again (as many as half of what all caches hold), 80 %"
    nodes, cache = options.nodes[0], 64
    slots = nodes * SLOTS
    requests = list(stream(slots * A_SLOT, 0.8 * slots / mean, services, problems=nodes * cache // 2, seed=5))
    show(title, [run(title, f"{nodes} nodes, {policy}, {cache} problems cached a node", requests,
                     settings_of(nodes, policy, miss_s=miss, cache=cache)) for policy in ("leastconn", "hash")])

    title = "One node in twenty dies at once, 80 %"
    rows = []
    for nodes in options.nodes[:2]:
        slots = nodes * SLOTS
        requests = list(stream(slots * A_SLOT, 0.8 * slots / mean, services, group=GROUP, seed=nodes))
        for policy in ("leastconn", "hash"):
            for refusals in (0, Settings.refusals):
                found_by = f"found by {refusals} refusals" if refusals else "found by checks alone"
                rows.append(run(title, f"{nodes} nodes, {policy}, {found_by}", requests,
                                settings_of(nodes, policy, miss_s=miss, refusals=refusals),
                                kill_at=requests[len(requests) // 2].at, kill=nodes // 20))
    show(title, rows)

    title = "One front that takes its time for each request, 10,000 slots asked for at 80 %"
    rows = []
    requests = list(stream(120_000, 0.8 * 10_000 / mean, services, group=GROUP, seed=9))
    for front in (0.0, 5e-6, 20e-6, 50e-6):
        rows.append(run(title, f"{front * 1e6:.0f} microseconds a request", requests,
                        Settings(1250, SLOTS, front_s=front, miss_s=0.0)))
    show(title, rows)
    if options.json:
        options.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
