#!/usr/bin/python3
"""HumanEval+ in Assay, beside a bare warm fork of the same programs and EvalPlus' own runner.

    bench/humanevalplus.py --assay build/bench/assay [--rounds 7] [--evalplus FOLDER] [--without-loops]

A round judges every recorded sample of the data's half (468) once by each contender, which take turns, so that
a machine whose speed drifts slows all of them; seven rounds are 3,276 runs of each. A few samples loop until
their limit of seconds and take most of the time; --without-loops leaves them out. All have a worker a core:
`assay` sends the official driver of `assay eval` with one sample to POST /v1/verify, verdict cache off; `fork`
is an interpreter that has the driver's modules and runs the same text with the same input in a fork, without
isolation, HTTP or judging; `evalplus` calls its `untrusted_check` for the base and for the additional inputs in
a pool of processes, as its `evaluate` does. The driver runs the reference each time, EvalPlus has its results
from before; both give an input 4 s. FOLDER is an unpacked release of EvalPlus (0.3.1 was used); without it that
contender is left out.
"""
from __future__ import annotations

import argparse
import concurrent.futures
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from baselines import ENVIRONMENT, PYTHON

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests"))
from golden import run_official  # noqa: E402
from harness import datasets  # noqa: E402
from harness.server import AssayServer  # noqa: E402

CORES = os.cpu_count() or 1
LOOP_S = 2  # a sample that takes longer has waited for a limit: the others take a tenth of a second

# What the two baselines are: programs that read the work from a file and write "passed" and the seconds it took.
FORKER = r"""
import json, os, sys, time
import ast, builtins, contextlib, copy, faulthandler, io, math, resource, select, shutil, signal, subprocess
import collections, functools, itertools, re, random, typing, heapq, bisect, string, hashlib
import gc
file, first, step = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
driver, tasks = json.load(open(file))
jobs = []
for task in tasks[first::step]:
    source = os.memfd_create("in"); os.write(source, task["input"].encode())
    jobs.append((source, task["expected"]))
del tasks
gc.collect(); gc.freeze()
print("ready", flush=True); sys.stdin.readline()
start, passed = time.monotonic(), 0
for source, expected in jobs:
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        fd = os.open(f"/proc/self/fd/{source}", os.O_RDONLY)
        os.dup2(fd, 0); os.dup2(writer, 1); os.close(2)
        os.open("/dev/null", os.O_WRONLY)
        try: exec(compile(driver, "main.py", "exec"), {"__name__": "__main__"})
        except SystemExit: pass
        sys.stdout.flush()
        os._exit(0)
    os.close(writer)
    out = b""
    while piece := os.read(reader, 65536): out += piece
    os.close(reader)
    os.waitpid(pid, 0)
    passed += out.decode().split() == expected.split()
print(passed, time.monotonic() - start)
"""

EVALPLUS = r"""
import concurrent.futures, copy, json, sys, time
from evalplus.eval import PASS, untrusted_check
tasks = [json.loads(task["input"]) for task in json.load(open(sys.argv[1]))[1]]
expected = {}
for task in tasks:
    if task["id"] in expected: continue
    space = {}
    exec(task["reference"], space)
    kinds = []
    for inputs in (task["base_input"], task["plus_input"] or []):
        kept, values, seconds = [], [], []
        for given in inputs:
            own, start = copy.deepcopy(given), time.time()
            try: value = space[task["entry_point"]](*own)
            except Exception: continue  # the first releases have inputs that their own reference refuses
            seconds.append(time.time() - start); values.append(value); kept.append(given)
        kinds.append((kept, values, seconds))
    expected[task["id"]] = kinds
def judge(task):
    words = [untrusted_check("humaneval", task["program"], inputs, task["entry_point"], expected=values,
                             atol=task["atol"], ref_time=seconds, fast_check=True, min_time_limit=4.0)[0]
             for inputs, values, seconds in expected[task["id"]]]
    return words == [PASS, PASS]
with concurrent.futures.ProcessPoolExecutor(max_workers=int(sys.argv[2])) as pool:
    list(pool.map(int, range(int(sys.argv[2]))))
    print("ready", flush=True); sys.stdin.readline()
    start = time.monotonic()
    passed = sum(future.result() for future in [pool.submit(judge, task) for task in tasks])
    print(passed, time.monotonic() - start)
"""


def assay(server: AssayServer, bodies: list[dict], number: int) -> tuple[list[dict], float]:
    """Results and seconds. The number keeps anything that remembers a program from knowing it."""
    def work(body: dict) -> dict:
        result = server.verify({**body, "code": body["code"] + f"\n# {number}\n"})
        assert result["cause"] != "infrastructure", result
        return result

    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(4 * CORES) as pool:
        results = list(pool.map(work, bodies))
    return results, time.monotonic() - start


def passed(results: list[dict]) -> int:
    return sum(result["verdict"] == "AC" for result in results)


def loops(result: dict) -> bool:
    return result["tests"][0]["wall_time_s"] > LOOP_S


def scripts(commands: list[list[str]], environment: dict[str, str]) -> tuple[int, float]:
    """Starts programs, lets them begin together once all are ready; passed samples and the longest seconds."""
    started = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
               for command in commands]
    for program in started:
        assert program.stdout.readline() == "ready\n"
    for program in started:
        program.stdin.write("\n")
        program.stdin.flush()
    lines = [program.communicate()[0].split() for program in started]
    return sum(int(count) for count, _ in lines), max(float(seconds) for _, seconds in lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--assay", required=True)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--evalplus", help="folder of an unpacked release of EvalPlus")
    parser.add_argument("--without-loops", action="store_true", help="without samples that run to their limit")
    arguments = parser.parse_args()
    samples = list(run_official.evalplus("humaneval", "humanevalplus_2023_04"))
    bodies = [{**sample.body, "include_output": False} for sample in samples]
    server = AssayServer(["--verdict-cache-mb", "0"], program=arguments.assay, keep_alive=True)
    server.start()
    rows: dict[str, list[tuple[int, float]]] = {}
    try:
        if arguments.without_loops:
            bodies = [body for body, result in zip(bodies, assay(server, bodies, -1)[0]) if not loops(result)]
        with tempfile.TemporaryDirectory() as folder:
            work, forker, runner = (pathlib.Path(folder, name) for name in ("work.json", "fork.py", "runner.py"))
            work.write_text(json.dumps([bodies[0]["code"], [body["problem"]["tests"][0] for body in bodies]]))
            forker.write_text(FORKER)
            runner.write_text(EVALPLUS)
            forks = [[PYTHON, str(forker), str(work), str(i), str(CORES)] for i in range(CORES)]

            def own(number: int) -> tuple[int, float]:
                results, seconds = assay(server, bodies, number)
                return passed(results), seconds

            contenders = {"assay": own,
                          "bare warm fork": lambda number: scripts(forks, ENVIRONMENT)}
            if arguments.evalplus:
                environment = {**ENVIRONMENT, "PYTHONPATH": arguments.evalplus}
                contenders["evalplus"] = lambda number: scripts([[PYTHON, str(runner), str(work), str(CORES)]],
                                                                environment)
            for number in range(arguments.rounds):
                for name, measure in contenders.items():
                    rows.setdefault(name, []).append(measure(number))
                print(f"round {number + 1}: " + ", ".join(
                    f"{name} {len(bodies) / got[-1][1]:.1f}/s ({got[-1][0]} passed)" for name, got in rows.items()),
                    flush=True)
    finally:
        server.stop()
    print(f"HumanEval+, {len(bodies)} samples, {arguments.rounds * len(bodies)} runs each, {CORES} cores: samples"
          " a second")
    medians = {}
    for name, values in rows.items():
        rates = [len(bodies) / seconds for _, seconds in values]
        medians[name] = statistics.median(rates)
        print(f"  {name:<16} {medians[name]:8.1f}   ({min(rates):.1f} to {max(rates):.1f})")
    for name in list(rows)[1:]:
        ratios = [other[1] / one[1] for one, other in zip(rows["assay"], rows[name])]
        print(f"  assay / {name}: {statistics.median(ratios):.2f}   ({min(ratios):.2f} to {max(ratios):.2f})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
