#!/usr/bin/env python3
"""The model of a cluster beside real nodes: bench/cluster.py's figures, and what the model makes of the same services.

    bench/cluster.py --assay build/bench/assay --nodes 1,2,4,8 --json measured_nodes.json
    bench/cluster_sim/compare.py measured_nodes.json

For each round and size the model gets as many nodes of one slot, leastconn with four requests a node, and as many clients
that ask again when they are answered. What a request takes is drawn from the latencies of one client at the same nodes
in the same round, times a factor such that one node alone has its measured rate: with one client a node idles while
that reads and asks again, and under a CPU quota what wasn't used then is used by the next. So nothing of the cluster is fed
in: what it does with several nodes is the model's own.
"""

import argparse
import json
import pathlib
import random
import statistics

from model import Cluster, Settings


MODEL_S = 100.0  # so long that its beginning and its end count for nothing


def predicted(nodes, size, connections, seed):
    """(rate, p50 ms, p99 ms) of `nodes`, each as alone() of bench/cluster.py has measured it."""
    services = [service for node in nodes for service in node["service_s"]]
    factor = statistics.fmean(1 / node["rate"] for node in nodes) / statistics.fmean(services)
    source = random.Random(seed)
    outcome = Cluster(Settings(size, slots=1), seed=seed).run_closed(
        size * connections, MODEL_S, lambda: (source.choice(services) * factor, 0))
    return outcome.answers / MODEL_S, outcome.latency(0.5) * 1e3, outcome.latency(0.99) * 1e3


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("figures", type=pathlib.Path, help="of bench/cluster.py --json")
    options = parser.parse_args()
    told = json.loads(options.figures.read_text(encoding="utf-8"))
    print("| program, nodes | a second: real | model | of the sum alone: real | model | p50, ms: real | model | p99: real | model |")
    print("|---" * 9 + "|")
    for program in told["rounds"][0]:
        for size in told["sizes"]:
            rows = []
            for number, figures in enumerate(told["rounds"]):
                nodes = figures[program]["alone"][:size]
                real, alone = figures[program]["together"][str(size)], sum(node["rate"] for node in nodes)
                rate, p50, p99 = predicted(nodes, size, told["connections"], number)
                rows.append((real["rate"], rate, real["rate"] / alone, rate / alone, real["p50_ms"], p50, real["p99_ms"], p99))
            median = [statistics.median(column) for column in zip(*rows)]
            print(f"| {program}, {size} | {median[0]:.1f} | {median[1]:.1f} | {median[2]:.3f} | {median[3]:.3f} | "
                  + " | ".join(f"{value:.1f}" for value in median[4:]) + " |")


if __name__ == "__main__":
    main()
