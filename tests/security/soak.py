#!/usr/bin/python3
"""Many runs in a row, hostile or (--warm) short and right, and then the same counts as before.

    tests/security/soak.py --runs 10000 [--warm] [--slots 2] [--json report.json]

Starts a server of its own, warms it up, and keeps every slot busy with the programs of
tests/sandboxees and of robustness/programs under short limits, or with Python programs that are forked
from resident interpreters. Exit status 1 when processes, zombies, cgroups, mounts, descriptors or
temporary files are left, when the memory of the server, its agents and interpreters has grown by more
than 5 %, when a run was called a fault of the infrastructure, or when a warm program was not accepted
or started cold.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import server as harness  # noqa: E402
from security import robustness  # noqa: E402

SANDBOXEES = pathlib.Path(__file__).resolve().parents[1] / "sandboxees"
LANGUAGES = {".c": "c", ".py": "python", ".sh": "bash"}
TESTS = 5  # runs of one submission, so that a program compiled once runs several times
LIMITS = {"cpu_time_s": 0.2, "wall_time_s": 0.4, "memory_mb": 64, "output_bytes": 1 << 20,
          "processes": 64}
COMPILE_LIMITS = {"cpu_time_s": 3, "wall_time_s": 6, "memory_mb": 512}
WARM_TESTS = 100  # runs of one submission with --warm
WARM_UP_RUNS = 5000  # every box has been replaced, and every program has run in each
MEMORY_GROWTH = 0.05
# A box may hold a descriptor or two more than another: seen after 2,500 runs as after 10,000.
SLACK = {"descriptors": 8}


@dataclasses.dataclass
class Report:
    runs: int = 0
    submissions: int = 0
    seconds: float = 0.0
    verdicts: dict = dataclasses.field(default_factory=dict)
    unexpected: list = dataclasses.field(default_factory=list)
    before: dict = dataclasses.field(default_factory=dict)
    after: dict = dataclasses.field(default_factory=dict)
    memory_before: int = 0
    memory_after: int = 0
    zygotes_before: list = dataclasses.field(default_factory=list)  # bytes of each
    zygotes_after: list = dataclasses.field(default_factory=list)
    memory_course: list = dataclasses.field(default_factory=list)  # at every tenth of the runs

    def faults(self):
        found = [f"{key}: {self.before[key]} before, {self.after[key]} after"
                 for key in self.before
                 if abs(self.after[key] - self.before[key]) > SLACK.get(key, 0)]
        if self.memory_after > (1 + MEMORY_GROWTH) * self.memory_before:
            found.append(f"memory: {self.memory_before} before, {self.memory_after} after")
        if sum(self.zygotes_after) > (1 + MEMORY_GROWTH) * sum(self.zygotes_before):
            found.append(f"zygotes: {self.zygotes_before} before, {self.zygotes_after} after")
        return found + self.unexpected


def submissions():
    """Every program once; a program without tests of its own runs TESTS times with an empty input."""
    found = []
    for path in sorted(SANDBOXEES.iterdir()):
        found.append({"id": path.name, "language": LANGUAGES[path.suffix], "code": path.read_text(),
                      "problem": {}, "files": {"server_port.txt": "MQ=="}})
    try:
        found += [program.submission for program in robustness.programs()]
    except FileNotFoundError as missing:
        print(f"without the robustness programs: {missing}", file=sys.stderr)
    for each in found:
        if each["problem"].get("mode") == "assert":
            continue
        own = each["problem"].get("tests") or [{"input": "", "expected": "unlikely"}]
        each["problem"] = {"mode": "stdin_stdout", "tests": [own[0]] * TESTS}
    return [{**each, "stop": "all", "limits": LIMITS, "compile_limits": COMPILE_LIMITS}
            for each in found]


def warm_submissions():
    """Right programs for each kind of resident interpreter, each with many tests."""
    tests = [{"input": f"{n} {n * n}\n", "expected": f"{n + n * n}\n"} for n in range(WARM_TESTS)]
    read = "a, b = map(int, input().split())\n"
    codes = {"no imports": read + "print(a + b)",
             "usual imports": "import collections, math, sys\n" + read + "print(a + b)",
             "numpy": "import numpy\n" + read + "print(numpy.int64(a) + numpy.int64(b))"}
    whole = [{"id": name, "language": "python", "code": code, "stop": "all",
              "problem": {"tests": tests}} for name, code in codes.items()]
    calls = [{"input": [n, 2 * n], "expected": 3 * n} for n in range(WARM_TESTS)]
    return 4 * whole[:2] + whole[2:] + [
        {"id": "call", "language": "python", "code": "def add(a, b):\n    return a + b", "stop": "all",
         "problem": {"mode": "function_call", "function_name": "add", "tests": calls}}]


def warm_fault(result):
    """Why a result of warm_submissions is not what it should be, or None."""
    if result["verdict"] != "AC":
        return f"{result['verdict']}: {result['message'][:300]}"
    cold = sum(not test["warm"] for test in result["tests"])
    return f"{cold} runs started cold" if cold else None


def hostile_fault(result):
    return result["message"][:300] if result["cause"] == "infrastructure" else None


def soak(server, runs, threads, warm=False):
    """Warms up with every program once, then at least `runs` runs between two counts."""
    report = Report()
    programs = warm_submissions() if warm else submissions()
    fault_of = warm_fault if warm else hostile_fault
    verdicts = collections.Counter()

    def judge(submission):
        while True:
            reply = server.post("/v1/verify", submission)
            if reply.status == 429:
                time.sleep(0.2)
                continue
            assert reply.status == 200, (submission["id"], reply.status, reply.body[:500])
            return submission["id"], reply.json()

    def work(wanted):
        """Starts submissions until `wanted` runs are done; returns the runs."""
        done, position, pending = 0, 0, set()
        report.memory_course = []
        with concurrent.futures.ThreadPoolExecutor(threads) as pool:
            while done < wanted or pending:
                while done < wanted and len(pending) < threads:
                    pending.add(pool.submit(judge, programs[position % len(programs)]))
                    position += 1
                finished, pending = concurrent.futures.wait(
                    pending, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in finished:
                    name, result = future.result()
                    report.submissions += 1
                    # A compile is a run as well: it executes the compiler on hostile text.
                    done += sum(test["executed"] for test in result["tests"])
                    done += result["compile"] is not None
                    verdicts[result["verdict"]] += 1
                    if done >= (len(report.memory_course) + 1) * wanted / 10:
                        report.memory_course.append(server.memory_bytes())
                    if fault := fault_of(result):
                        report.unexpected.append(f"{name}: {fault}")
        return done

    def settle():
        """Every box has run the same last programs, so that the counts can be compared."""
        for last in programs if warm else [canary]:
            problem = {**last["problem"], "tests": last["problem"]["tests"][:1]}
            last = {**last, "problem": problem}
            for _ in range(3):
                server.post("/v1/verify", {"submissions": [last] * 4 * threads})

    canary = {"language": "python", "code": "print(1)",
              "problem": {"tests": [{"input": "", "expected": "1"}]}}
    work(WARM_UP_RUNS if warm else TESTS * len(programs))
    settle()
    report.before = server.settled_census()
    report.memory_before = server.memory_bytes()
    report.zygotes_before = server.zygote_bytes() if warm else []
    report.submissions = 0
    verdicts.clear()
    start = time.monotonic()
    report.runs = work(runs)
    report.seconds = time.monotonic() - start
    settle()
    report.after = server.settled_census(wanted=report.before)
    report.memory_after = server.memory_bytes()
    report.zygotes_after = server.zygote_bytes() if warm else []
    report.verdicts = dict(verdicts)
    return report


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=10000)
    parser.add_argument("--warm", action="store_true", help="short right programs, forked")
    parser.add_argument("--slots", type=int, default=0, help="0: as many as the server chooses")
    parser.add_argument("--json", type=pathlib.Path, help="where to write the report")
    args = parser.parse_args()
    if reason := harness.why_not():
        sys.exit(f"soak: {reason}")
    options = ["--verdict-cache-mb", "0", "--compile-disk-mb", "0"]
    options += ["--slots", str(args.slots)] if args.slots else []
    with harness.AssayServer(options) as server:
        slots = server.get("/v1/info").json()["slots"]
        report = soak(server, args.runs, 2 * slots, args.warm)
        code = server.stop()
        left = server.leftovers()
    faults = report.faults()
    if code != 0:
        faults.append(f"the server ended with {code}")
    faults += left
    summary = {**dataclasses.asdict(report), "faults": faults}
    if args.json:
        args.json.write_text(json.dumps(summary, indent=1))
    print(f"{report.runs} runs of {report.submissions} submissions in {report.seconds:.0f} s: "
          f"{report.verdicts}")
    for key in report.before:
        print(f"  {key}: {report.before[key]} before, {report.after[key]} after")
    print(f"  memory: {report.memory_before / 1e6:.1f} MB before, {report.memory_after / 1e6:.1f} MB "
          f"after ({100 * (report.memory_after / report.memory_before - 1):+.1f} %)")
    if args.warm:
        print(f"  {len(report.zygotes_before)} zygotes with {sum(report.zygotes_before) / 1e6:.1f} MB "
              f"before, {len(report.zygotes_after)} with {sum(report.zygotes_after) / 1e6:.1f} MB after")
    print("  in between:", ", ".join(f"{each / 1e6:.1f}" for each in report.memory_course), "MB")
    for fault in faults[:20]:
        print("  FAULT", fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
