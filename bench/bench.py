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
import http.client
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time

PYTHON = "/usr/bin/python3"
# The baselines run as a plain shell would: PYTHONUNBUFFERED alone makes them slower.
ENVIRONMENT = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
TESTS = 15
CROWD = 10_000

SUM = "a, b = map(int, input().split())\nprint(a + b)\n"
TEN_IMPORTS = (
    "import sys, os, re, math, json, random, collections, itertools, functools, heapq\n"
    "from typing import List\nfrom collections import defaultdict, deque\n" + SUM
)
MODULES = "sys os re math json random collections itertools functools heapq typing bisect string".split()

CPP_SUM = "#include <bits/stdc++.h>\nint main() { long a, b; std::cin >> a >> b; std::cout << a + b; }\n"


def inputs(count: int) -> list[tuple[str, str]]:
    return [(f"{i} {i * 7}\n", f"{i * 8}\n") for i in range(count)]


class Server:
    def __init__(self, binary: str):
        self.process = subprocess.Popen(
            [binary, "serve", "--port", "0", "--verdict-cache-mb", "0", "--compile-disk-mb", "0"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        self.port = 0
        for line in self.process.stdout:
            if "listening on http://" in line:
                self.port = int(line.rsplit(":", 1)[1])
                break
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        self.local = threading.local()
        while True:
            try:
                if self.call("GET", "/readyz")[0] == 200:
                    return
            except OSError:
                pass
            time.sleep(0.1)

    def call(self, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
        for _ in range(2):
            connection = getattr(self.local, "connection", None)
            if connection is None:
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
                self.local.connection = connection
            try:
                connection.request(method, path, body, {"Content-Type": "application/json"})
                reply = connection.getresponse()
                return reply.status, reply.read()
            except (BrokenPipeError, ConnectionResetError, http.client.RemoteDisconnected):
                self.local.connection = None  # the server closed it while it was idle
            except OSError:
                self.local.connection = None
                raise
        raise ConnectionError(f"{method} {path}: no connection")

    def verify(self, submission: dict) -> dict:
        status, body = self.call("POST", "/v1/verify", json.dumps(submission).encode())
        assert status == 200, (status, body[:500])
        return json.loads(body)

    def metric(self, name: str) -> float:
        text = self.call("GET", "/metrics")[1].decode()
        return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith(name))

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


def rate(seconds: float, threads: int, work) -> float:
    """Calls a second of work(number) from `threads` threads for about `seconds`, times its result."""
    done, lock, numbers = 0, threading.Lock(), iter(range(10**9))
    end = time.monotonic() + seconds

    def loop():
        nonlocal done
        while time.monotonic() < end:
            with lock:
                number = next(numbers)
            count = work(number)
            with lock:
                done += count

    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        for future in [pool.submit(loop) for _ in range(threads)]:
            future.result()
    return done / (time.monotonic() - start)


def verify_tests(server: Server, code: str, seconds: float) -> float:
    tests = [{"input": i, "expected": o} for i, o in inputs(TESTS)]

    def work(number: int) -> int:
        result = server.verify(
            {"language": "python", "code": code + f"# {number}\n", "stop": "all",
             "problem": {"mode": "stdin_stdout", "tests": tests}}
        )
        assert result["verdict"] == "AC", result
        return TESTS

    return rate(seconds, 8, work)


def run_code_tests(server: Server, code: str, seconds: float) -> float:
    """One POST for each test, as verl sends them."""

    def work(number: int) -> int:
        body = {"code": code, "language": "python", "stdin": inputs(TESTS)[number % TESTS][0],
                "compile_timeout": 10, "run_timeout": 10, "memory_limit_MB": 1024}
        status, reply = server.call("POST", "/run_code", json.dumps(body).encode())
        assert status == 200 and json.loads(reply)["status"] == "Success", reply[:300]
        return 1

    return rate(seconds, 16, work)


def subprocess_tests(code: str, seconds: float) -> float:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "main.py")
        pathlib.Path(path).write_text(code)

        def work(number: int) -> int:
            stdin, expected = inputs(TESTS)[number % TESTS]
            done = subprocess.run([PYTHON, path], input=stdin.encode(), capture_output=True,
                                  env=ENVIRONMENT)
            assert done.stdout.decode() == expected
            return 1

        return rate(seconds, os.cpu_count() or 1, work)


FORKER = r"""
import os, statistics, sys, time
for name in MODULES: __import__(name)
import gc; gc.collect(); gc.freeze()
files = []
for stdin, _ in INPUTS:
    fd = os.memfd_create("in"); os.write(fd, stdin.encode()); files.append(fd)
end = time.monotonic() + SECONDS
done, latencies = 0, []
while time.monotonic() < end:
    begin = time.monotonic()
    source, expected = files[done % len(files)], INPUTS[done % len(files)][1]
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        fd = os.open(f"/proc/self/fd/{source}", os.O_RDONLY)
        os.dup2(fd, 0); os.dup2(writer, 1)
        exec(compile(CODE, "main.py", "exec"), {"__name__": "__main__"})
        sys.stdout.flush()
        os._exit(0)
    os.close(writer)
    out = b""
    while piece := os.read(reader, 65536): out += piece
    os.close(reader)
    os.waitpid(pid, 0)
    assert out.decode() == expected
    done += 1
    latencies.append(time.monotonic() - begin)
print(done, statistics.median(latencies))
"""


def fork_workers(code: str, seconds: float, workers: int) -> list[tuple[int, float]]:
    """Forks done and median seconds of one, of each worker."""
    program = (
        f"MODULES={MODULES!r}\nINPUTS={inputs(TESTS)!r}\nSECONDS={seconds!r}\nCODE={code!r}\n" + FORKER
    )
    started = [
        subprocess.Popen([PYTHON, "-c", program], stdout=subprocess.PIPE, env=ENVIRONMENT)
        for _ in range(workers)
    ]
    lines = [worker.communicate()[0].split() for worker in started]
    return [(int(done), float(median)) for done, median in lines]


def fork_tests(code: str, seconds: float) -> float:
    start = time.monotonic()
    done = sum(count for count, _ in fork_workers(code, seconds, os.cpu_count() or 1))
    return done / (time.monotonic() - start)


def latency(server: Server, seconds: float) -> dict[str, float]:
    """Median milliseconds of one test at a time: the request, the run in it, and a bare fork."""
    requests, runs, own = [], [], []
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
        runs.append(result["tests"][0]["wall_time_s"])
        own.append(result["tests"][0]["cpu_time_s"])
    [(_, fork)] = fork_workers(SUM, seconds, 1)
    values = {"request": requests, "run": runs, "candidate's CPU": own}
    rows = {name: 1000 * statistics.median(v) for name, v in values.items()}
    return rows | {"bare warm fork": 1000 * fork}


def grpo_group(server: Server, number: int) -> dict[str, float]:
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
    status, reply = server.call("PUT", f"/v1/problems/{name}", canonical)
    assert status in (200, 201), reply

    def rollout(index: int) -> str:
        body = json.dumps({"language": "python", "code": code + f"# {index}\n", "stop": "all",
                           "problem": {"sha256": name}}).encode()
        nonlocal sent
        sent += len(body)
        status, reply = server.call("POST", "/v1/verify", body)
        assert status == 200, reply[:300]
        return json.loads(reply)["verdict"]

    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        verdicts = set(pool.map(rollout, range(16)))
    assert verdicts == {"AC"}, verdicts
    return {"seconds": time.monotonic() - start, "MB sent": sent / 1e6,
            "decoded": server.metric("assay_problems_decoded_total") - before,
            "MB of one copy a rollout": 16 * len(canonical) / 1e6}


def cpp_hundred(server: Server, number: int) -> tuple[float, float, float]:
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


async def crowd(server: Server, requests: int) -> dict[int, int]:
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


def resident_mb(server: Server, field: str) -> float:
    for line in pathlib.Path(f"/proc/{server.process.pid}/status").read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1]) / 1024
    return 0.0


def median_row(name: str, values: list[float], unit: str) -> str:
    return f"  {name:<34} {statistics.median(values):9.1f} {unit}   ({min(values):.1f} to {max(values):.1f})"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--assay", required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--only", action="append")
    args = parser.parse_args()
    server = Server(args.assay)
    chosen = lambda name: not args.only or name in args.only
    try:
        for name, code in (("a+b", SUM), ("ten imports", TEN_IMPORTS)):
            if not chosen(name):
                continue
            rows: dict[str, list[float]] = {}
            for _ in range(args.rounds):
                for label, measure in (
                    ("assay, /v1/verify, 15 tests", lambda: verify_tests(server, code, args.seconds)),
                    ("assay, /run_code, one POST a test", lambda: run_code_tests(server, code, args.seconds)),
                    ("subprocess python3", lambda: subprocess_tests(code, args.seconds)),
                    ("bare warm fork (the limit)", lambda: fork_tests(code, args.seconds)),
                ):
                    rows.setdefault(label, []).append(measure())
            print(f"Python, {name}: tests a second, {os.cpu_count()} cores, {args.rounds} rounds")
            for label, values in rows.items():
                print(median_row(label, values, "/s"))
            medians = {label: statistics.median(values) for label, values in rows.items()}
            verify = medians["assay, /v1/verify, 15 tests"]
            print(f"  ratios: {verify / medians['subprocess python3']:.2f} of subprocess,"
                  f" {verify / medians['bare warm fork (the limit)']:.2f} of the limit", flush=True)
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
            before = resident_mb(server, "VmRSS")
            start = time.monotonic()
            statuses = asyncio.run(crowd(server, CROWD))
            print(f"{CROWD} requests at once: {time.monotonic() - start:.1f} s, by status {statuses},"
                  f" server {before:.0f} MB before, {resident_mb(server, 'VmHWM'):.0f} MB at most",
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
