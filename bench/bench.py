#!/usr/bin/python3
"""Throughput and overhead of a running server, against baselines measured in the same rounds.

    bench/bench.py --assay build/bench/assay [--rounds 5] [--seconds 4] [--only NAME …]

Every scenario is run in turn with its baselines, round after round, so that a machine whose speed
drifts slows all of them; what is printed are medians over the rounds and the ratios of the medians.
Baselines: `subprocess` is plain unisolated `python3 file.py` with one worker a core; `fork` is a bare
warm interpreter that forks once a test, without isolation, judging or HTTP: the limit.
Standard library only.
"""
from __future__ import annotations

import argparse
import asyncio
import concurrent.futures
import hashlib
import json
import os
import pathlib
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time

from baselines import Job, fork_tests, fork_workers, rate, subprocess_tests

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests"))
from harness import datasets  # noqa: E402
from harness.server import AssayServer  # noqa: E402

TESTS = 15
CROWD = 10_000
MIB = 1 << 20
JSON = {"Content-Type": "application/json"}  # of a body that is already encoded
QUICK_S = 0.5  # in plain python3: what is measured is what Assay adds

SUM = "a, b = map(int, input().split())\nprint(a + b)\n"
TEN_IMPORTS = (
    "import sys, os, re, math, json, random, collections, itertools, functools, heapq\n"
    "from typing import List\nfrom collections import defaultdict, deque\n" + SUM
)
CPP_SUM = "#include <bits/stdc++.h>\nint main() { long a, b; std::cin >> a >> b; std::cout << a + b; }\n"


def inputs(count: int) -> list[tuple[str, str]]:
    return [(f"{i} {i * 7}\n", f"{i * 8}\n") for i in range(count)]


def sums(code: str) -> list[Job]:
    return [(code, stdin, expected) for stdin, expected in inputs(TESTS)]


def verify_tests(server: AssayServer, programs: list[list[Job]], seconds: float) -> float:
    """Tests a second, all tests of a program in one submission."""

    def work(number: int) -> int:
        jobs = programs[number % len(programs)]
        result = server.verify(
            {"language": "python", "code": jobs[0][0] + f"\n# {number}\n", "stop": "all",
             "problem": {"mode": "stdin_stdout", "comparison": {"mode": "tokens"},
                         "tests": [{"input": stdin, "expected": out} for _, stdin, out in jobs]}}
        )
        assert result["verdict"] == "AC", result
        return len(jobs)

    return rate(seconds, 8, work)


def run_code_tests(server: AssayServer, jobs: list[Job], seconds: float) -> float:
    """Tests a second, one POST for each, as verl sends them."""

    def work(number: int) -> int:
        code, stdin, _ = jobs[number % len(jobs)]
        body = {"code": code, "language": "python", "stdin": stdin,
                "compile_timeout": 10, "run_timeout": 10, "memory_limit_MB": 1024}
        reply = server.post("/run_code", body)
        assert reply.status == 200 and reply.json()["status"] == "Success", reply.body[:300]
        return 1

    return rate(seconds, 16, work)


STAGES = {  # means of the server's own histograms
    "in the server": "assay_http_request_seconds",
    "waiting for a slot": "assay_queue_seconds",
    "from slot to verdict": "assay_submission_seconds",
    "of which the run": "assay_run_wall_seconds",
}


def latency(server: AssayServer, seconds: float) -> dict[str, float]:
    """Milliseconds of one test at a time: medians of the request and of a bare fork, and the mean of
    each stage."""
    def seen() -> dict[str, tuple[float, float]]:
        return {stage: (server.metric(f"{name}_sum"), server.metric(f"{name}_count"))
                for stage, name in STAGES.items()}

    requests, own, before = [], [], seen()
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        stdin, expected = inputs(TESTS)[number % TESTS]
        number += 1
        start = time.monotonic()
        result = server.verify(
            {"language": "python", "code": SUM + f"# {time.time_ns()}\n",
             "problem": {"mode": "stdin_stdout", "tests": [{"input": stdin, "expected": expected}]}}
        )
        requests.append(time.monotonic() - start)
        assert result["verdict"] == "AC", result
        own.append(result["tests"][0]["cpu_time_s"])
    after = seen()
    [(_, fork)] = fork_workers(sums(SUM), seconds, 1)
    rows = {"request": statistics.median(requests)}
    for stage in STAGES:
        rows[stage] = (after[stage][0] - before[stage][0]) / (after[stage][1] - before[stage][1])
    rows |= {"candidate's CPU": statistics.median(own), "bare warm fork": fork}
    return {name: 1000 * value for name, value in rows.items()}


def grpo_group(server: AssayServer, number: int) -> dict[str, float]:
    """16 rollouts of one problem with 20 MB of tests: uploaded once, then named by hash."""
    line = ("x" * 99 + "\n") * 10_000
    texts = [f"{number}.{i}\n{line}" for i in range(20)]
    tests = [{"input": text, "expected": str(len(text))} for text in texts]
    problem = {"mode": "stdin_stdout", "tests": tests}
    canonical = json.dumps(problem, sort_keys=True, separators=(",", ":")).encode()
    name = hashlib.sha256(canonical).hexdigest()
    code = "import sys\nprint(len(sys.stdin.read()))\n"
    sent, before = len(canonical), server.metric("assay_problems_decoded_total")
    start = time.monotonic()
    reply = server.put(f"/v1/problems/{name}", canonical, headers=JSON)
    assert reply.status in (200, 201), reply.body

    def rollout(index: int) -> str:
        body = json.dumps({"language": "python", "code": code + f"# {index}\n", "stop": "all",
                           "problem": {"sha256": name}}).encode()
        nonlocal sent
        sent += len(body)
        reply = server.post("/v1/verify", body, headers=JSON)
        assert reply.status == 200, reply.body[:300]
        return reply.json()["verdict"]

    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        verdicts = set(pool.map(rollout, range(16)))
    assert verdicts == {"AC"}, verdicts
    return {"seconds": time.monotonic() - start, "MB sent": sent / 1e6,
            "decoded": server.metric("assay_problems_decoded_total") - before,
            "MB of one copy a rollout": 16 * len(canonical) / 1e6}


def cpp_hundred(server: AssayServer, number: int) -> tuple[float, float, float]:
    """Seconds for one C++ submission of 100 tests; for its compile; for 100 bare starts."""
    tests = [{"input": i, "expected": o} for i, o in inputs(100)]
    start = time.monotonic()
    result = server.verify(
        {"language": "cpp", "code": CPP_SUM + f"// {number} {time.time_ns()}\n", "stop": "all",
         "problem": {"mode": "stdin_stdout", "tests": tests}}
    )
    total = time.monotonic() - start
    assert result["verdict"] == "AC", result
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "main.cpp").write_text(CPP_SUM)
        subprocess.run(["g++", "-O2", "-std=gnu++17", "main.cpp", "-o", "main"], cwd=folder, check=True)

        def work(index: int) -> None:
            stdin, expected = inputs(100)[index]
            done = subprocess.run([folder + "/main"], input=stdin.encode(), capture_output=True)
            assert done.stdout.decode().strip() == expected.strip()

        start = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(work, range(100)))
        bare = time.monotonic() - start
    return total, result["compile"]["wall_time_s"], bare


async def crowd(server: AssayServer, requests: int) -> dict[int, int]:
    """Answers by status when that many connections each send one submission at the same moment."""
    body = json.dumps(
        {"language": "python", "code": SUM,
         "problem": {"mode": "stdin_stdout", "tests": [{"input": "1 2\n", "expected": "3\n"}]}}
    ).encode()
    head = f"POST /v1/verify HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\nConnection: close\r\n"
    message = (head + "Content-Type: application/json\r\n\r\n").encode() + body
    statuses: dict[int, int] = {}
    gate = asyncio.Semaphore(500)  # connections being opened, not those open

    async def one() -> None:
        async with gate:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(message)
        await writer.drain()
        status = int((await reader.read(-1)).split()[1])
        statuses[status] = statuses.get(status, 0) + 1
        writer.close()

    await asyncio.gather(*(one() for _ in range(requests)))
    return statuses


def data_set() -> list[list[Job]]:
    """The programs of the data's throughput set with up to five tests each, without those that aren't
    right or quick in plain python3, in an order that any part of it is a fair sample."""
    programs = [
        [(case.submission["code"], test["input"], test["expected"])
         for test in case.submission["problem"]["tests"]]
        for case in datasets.codecontests(most_tests=5, timeout_s=QUICK_S)
    ]
    random.Random(1).shuffle(programs)
    print(f"data set: {len(programs)} programs, {sum(map(len, programs))} tests")
    return programs


def compare_throughput(server: AssayServer, name: str, programs: list[list[Job]], rounds: int,
                       seconds: float) -> None:
    jobs = [job for program in programs for job in program]
    rows: dict[str, list[float]] = {}
    contenders = {
        "assay, /v1/verify": lambda: verify_tests(server, programs, seconds),
        "assay, /run_code, one POST a test": lambda: run_code_tests(server, jobs, seconds),
        "subprocess python3": lambda: subprocess_tests(jobs, seconds),
        "bare warm fork (the limit)": lambda: fork_tests(jobs, seconds),
    }
    for _ in range(rounds):
        for label, measure in contenders.items():
            rows.setdefault(label, []).append(measure())
    print(f"Python, {name}: tests a second, {os.cpu_count()} cores, {rounds} rounds")
    for label, values in rows.items():
        print(median_row(label, values, "/s"))
    verify, _, plain, fork = (statistics.median(rows[label]) for label in contenders)
    print(f"  ratios: {verify / plain:.2f} of subprocess, {verify / fork:.2f} of the limit", flush=True)


def median_row(name: str, values: list[float], unit: str) -> str:
    return f"  {name:<34} {statistics.median(values):9.1f} {unit}   ({min(values):.1f} to {max(values):.1f})"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--assay", required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--only", action="append")
    args = parser.parse_args()
    server = AssayServer(["--verdict-cache-mb", "0", "--compile-disk-mb", "0"], program=args.assay,
                         keep_alive=True)
    server.start()
    chosen = lambda name: not args.only or name in args.only
    try:
        scenarios = {"a+b": lambda: [sums(SUM)], "ten imports": lambda: [sums(TEN_IMPORTS)],
                     "data set": data_set}
        for name, programs in scenarios.items():
            if chosen(name):
                compare_throughput(server, name, programs(), args.rounds, args.seconds)
        if chosen("latency"):
            rounds = [latency(server, args.seconds) for _ in range(args.rounds)]
            print("One test at a time, a+b: milliseconds")
            medians = {name: statistics.median(r[name] for r in rounds) for name in rounds[0]}
            for name, value in medians.items():
                print(f"  {name:<34} {value:9.2f} ms")
            print(f"  ratio: {medians['request'] / medians['bare warm fork']:.2f} of a bare fork", flush=True)
        if chosen("grpo"):
            rounds = [grpo_group(server, number) for number in range(args.rounds)]
            print("16 rollouts, 20 tests of 1 MB")
            for name in rounds[0]:
                print(median_row(name, [r[name] for r in rounds], ""))
            sys.stdout.flush()
        if chosen("crowd"):
            hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 20_000), hard))
            before = server.status_bytes("VmRSS") / MIB
            start = time.monotonic()
            statuses = asyncio.run(crowd(server, CROWD))
            print(f"{CROWD} requests at once: {time.monotonic() - start:.1f} s, by status {statuses},"
                  f" server {before:.0f} MB before, {server.status_bytes('VmHWM') / MIB:.0f} MB at most",
                  flush=True)
        if chosen("cpp"):
            results = [cpp_hundred(server, number) for number in range(args.rounds)]
            totals, compiles, bares = zip(*results)
            print("C++, 100 tests, one submission: seconds")
            print(median_row("assay, whole", [t * 1000 for t in totals], "ms"))
            print(median_row("of which compile", [c * 1000 for c in compiles], "ms"))
            print(median_row("100 bare starts (Python subprocess)", [b * 1000 for b in bares], "ms"))
            ratio = statistics.median(t / (c + b) for t, c, b in results)
            print(f"  ratio: {ratio:.2f} of compile plus bare starts", flush=True)
    finally:
        server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
