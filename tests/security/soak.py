#!/usr/bin/python3
"""Many runs in a row, hostile or (--warm, --restored) short and right, and then the same counts as before.

    tests/security/soak.py --runs 10000 [--warm | --restored] [--slots 2] [--seconds 600] [--json report.json]

Starts a server of its own, warms it up, and keeps every slot busy with the programs of
tests/sandboxees and of robustness/programs under short limits, or with Python programs that are forked
from resident interpreters, or with such whose tests share a process that is restored between them; of
these only the restored runs count. Exit status 1 when processes, zombies, cgroups, mounts, descriptors or
temporary files are left, when the memory of the server, its agents and interpreters has grown by more
than 5 %, when a run was called a fault of the infrastructure, or when a warm program was not accepted
or started cold. With --restored the mappings and descriptors of the server and the spawner, which live as
long as it goes on, may not have grown either, and no box's in the last quarter beyond those of the second.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import math
import pathlib
import statistics
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
RESTORED_TESTS = 200  # of one submission with --restored
SAMPLES = 40  # at least, of what every process holds, with --restored…
SAMPLE_RUNS = 5000  # …and one in so many runs
WARM_UP_RUNS = 5000  # every box has been replaced, and every program has run in each
# The history keeps pages of its file in memory, 4 MiB of them: a cache that fills is no growth, so it is
# full before anything is counted.
HISTORY_BYTES = 8 << 20
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
    forked: int = 0  # runs with --restored that were no restored ones
    samples: list = dataclasses.field(default_factory=list)  # {"runs", "cgroups", kind: holdings()}

    def faults(self):
        found = [f"{key}: {self.before[key]} before, {self.after[key]} after"
                 for key in self.before
                 if abs(self.after[key] - self.before[key]) > SLACK.get(key, 0)]
        if self.memory_after > (1 + MEMORY_GROWTH) * self.memory_before:
            found.append(f"memory: {self.memory_before} before, {self.memory_after} after")
        if sum(self.zygotes_after) > (1 + MEMORY_GROWTH) * sum(self.zygotes_before):
            found.append(f"zygotes: {self.zygotes_before} before, {self.zygotes_after} after")
        if self.samples and not self.growth():
            found.append(f"{len(self.samples)} samples tell nothing of growth")
        for name, (early, late) in self.growth().items():
            # Of a box's processes there is one more or less while a box is replaced, and each is of another age.
            slack = max(early * MEMORY_GROWTH, 2)
            if late > early + slack:
                found.append(f"{name}: {early:g} early, {late:g} late")
        return found + self.unexpected

    def growth(self):
        """The medians of each number in the second and in the last quarter of the samples."""
        quarter = len(self.samples) // 4
        if quarter < 2:
            return {}
        found = {}
        parts = self.samples[quarter:2 * quarter], self.samples[-quarter:]
        for kind in ("server", "spawner", "agent", "zygote"):
            for number in ("bytes", "mappings", "descriptors", "threads"):
                # Of several agents only some have restored runs.
                most = [[max(each[number] for each in sample[kind]) for sample in part if sample[kind]]
                        for part in parts]
                if all(most):
                    found[f"most {number} of a {kind}"] = [statistics.median(each) for each in most]
        for number in ("cgroups", "agents", "zygotes"):
            found[number] = [statistics.median(sample[number] for sample in part) for part in parts]
        return found


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


CANARY = {"language": "python", "code": "print(1)", "problem": {"tests": [{"input": "", "expected": "1"}]}}


def fill_history(server):
    """Verdicts until the history's file is larger than what of it is kept in memory."""
    for _ in range(1000):
        if server.history_bytes() >= HISTORY_BYTES:
            return
        server.post("/v1/verify", {"submissions": [CANARY] * 64})
    raise AssertionError("the history does not grow")


# What a run leaves for the restore, and an end of each kind.
LEAVER = """import os, signal, sys
a, b = map(int, input().split())
left = [bytearray(1 << (a * 7 + n) % 21) for n in range(12)]
files = [os.open('/etc/passwd', os.O_RDONLY) for _ in range(a % 50)]
signal.signal(signal.SIGUSR1, lambda *_: None)
os.chdir('/usr/lib')
sys.setrecursionlimit(5000)
def deep(n): return n and 1 + deep(n - 1)
deep(a * 20)
print(a + b)
if a % 3 == 1: sys.stdout.flush(); os._exit(0)
if a % 3 == 2: sys.stdout.flush(); os.closerange(0, 100); sys.exit()
"""
# One run in the middle does what can't be undone.
THREAD = """import threading
a, b = map(int, input().split())
if a == 150: thread = threading.Thread(target=len, args=['']); thread.start(); thread.join()
print(a + b)
"""
# Three runs meet a limit, each of which ends the process, and one has an exception.
FAILS = {"limits": {40: "MLE", 80: "RE", 120: "OLE", 160: "TLE"}}
LIMITS_MET = """a, b = map(int, input().split())
if a == 40: x = bytearray(300 << 20)
if a == 80: 1 / 0
if a == 120:
    while True: print('x' * 1000)
if a == 160:
    while True: pass
print(a + b)
"""


def restored_submissions():
    """Programs of which all runs but a few are restored ones."""
    tests = [{"input": f"{n} {n * n}\n", "expected": f"{n + n * n}\n"} for n in range(RESTORED_TESTS)]
    usual = {each["id"]: each["code"] for each in warm_submissions()[:-1]}
    codes = {**usual, "leaver": LEAVER, "thread": THREAD, "limits": LIMITS_MET}
    whole = [{"id": name, "language": "python", "code": code, "stop": "all", "problem": {"tests": tests}}
             for name, code in codes.items()]
    whole[-1]["limits"] = {"cpu_time_s": 0.3, "wall_time_s": 3, "memory_mb": 100, "output_bytes": 1 << 20}
    call = warm_submissions()[-1]
    calls = [{"input": [n, 2 * n], "expected": 3 * n} for n in range(RESTORED_TESTS)]
    return whole + 12 * whole[:2] + 6 * whole[3:4] + 2 * [{**call, "problem": {**call["problem"], "tests": calls}}]


def restored_fault(submission, result):
    """Why a result of restored_submissions is not what it should be, or None."""
    fails = FAILS.get(submission["id"], {})
    for number, test in enumerate(result["tests"]):
        if test["verdict"] != fails.get(number, "AC"):
            return f"test {number}: {test['verdict']}: {test['message'][:300]}"
    return None


def holdings(pid):
    """What a process holds, or None if it has ended."""
    folder = pathlib.Path(f"/proc/{pid}")
    try:
        return {"pid": pid, "bytes": int((folder / "statm").read_text().split()[1]) << 12,
                "mappings": len((folder / "maps").read_text().splitlines()),
                "descriptors": sum(1 for _ in (folder / "fd").iterdir()),
                "threads": sum(1 for _ in (folder / "task").iterdir())}
    except OSError:
        return None


def sample(server, runs):
    own, zygotes = server.named_programs()
    agents = [pid for pid, name in own.items() if name == "assay-agent"]
    spawners = [pid for pid, name in own.items() if name != "assay-agent" and pid != server.pid]
    kinds = {"server": [server.pid], "spawner": spawners, "agent": agents, "zygote": zygotes}
    held = {kind: [each for each in map(holdings, pids) if each] for kind, pids in kinds.items()}
    return {"runs": runs, "cgroups": server.cgroups(), "agents": len(agents), "zygotes": len(zygotes), **held}


def warm_fault(result):
    """Why a result of warm_submissions is not what it should be, or None."""
    if result["verdict"] != "AC":
        return f"{result['verdict']}: {result['message'][:300]}"
    cold = sum(not test["warm"] for test in result["tests"])
    return f"{cold} runs started cold" if cold else None


def hostile_fault(result):
    return result["message"][:300] if result["cause"] == "infrastructure" else None


KINDS = {"hostile": (submissions, lambda submission, result: hostile_fault(result)),
         "warm": (warm_submissions, lambda submission, result: warm_fault(result)),
         "restored": (restored_submissions, restored_fault)}


def soak(server, runs, threads, kind="hostile", seconds=math.inf):
    """Warms up with every program once, then at least `runs` runs between two counts, or what the time allows."""
    report = Report()
    warm = kind != "hostile"
    programs, fault_of = KINDS[kind]
    programs = programs()
    verdicts = collections.Counter()

    def judge(submission):
        while True:
            reply = server.post("/v1/verify", submission)
            if reply.status == 429:
                time.sleep(0.2)
                continue
            assert reply.status == 200, (submission["id"], reply.status, reply.body[:500])
            return submission, reply.json()

    def work(wanted, until=math.inf):
        """Starts submissions until `wanted` runs are done, or that time has come; returns the runs."""
        done, position, pending = 0, 0, set()
        report.memory_course, report.samples, report.forked = [], [], 0
        with concurrent.futures.ThreadPoolExecutor(threads) as pool:
            while done < wanted and time.monotonic() < until or pending:
                while done < wanted and len(pending) < threads and time.monotonic() < until:
                    pending.add(pool.submit(judge, programs[position % len(programs)]))
                    position += 1
                finished, pending = concurrent.futures.wait(
                    pending, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in finished:
                    submission, result = future.result()
                    report.submissions += 1
                    if kind == "restored":
                        restored = sum(test.get("restored", False) for test in result["tests"])
                        report.forked += len(result["tests"]) - restored
                        done += restored
                        # Each program's first test is a fork, and a limit ends a process.
                        assert report.forked < max(2000, 2 * done), "hardly any run is restored"
                    else:
                        # A compile is a run as well: it executes the compiler on hostile text.
                        done += sum(test["executed"] for test in result["tests"])
                        done += result["compile"] is not None
                    verdicts[result["verdict"]] += 1
                    if done >= (len(report.memory_course) + 1) * wanted / 10:
                        report.memory_course.append(server.memory_bytes())
                    if kind == "restored" and done >= (len(report.samples) + 1) * min(wanted / SAMPLES, SAMPLE_RUNS):
                        report.samples.append(sample(server, done))
                    if fault := fault_of(submission, result):
                        report.unexpected.append(f"{submission['id']}: {fault}")
                        print(time.strftime("%H:%M:%S"), report.unexpected[-1], file=sys.stderr, flush=True)
        return done

    def settle():
        """Every box has run the same last programs, so that the counts can be compared."""
        for last in programs if warm else [CANARY]:
            problem = {**last["problem"], "tests": last["problem"]["tests"][:1]}
            last = {**last, "problem": problem}
            for _ in range(3):
                server.post("/v1/verify", {"submissions": [last] * 4 * threads})

    work(WARM_UP_RUNS if warm else TESTS * len(programs))
    settle()
    report.before = server.settled_census()
    report.memory_before = server.memory_bytes()
    report.zygotes_before = server.zygote_bytes() if warm else []
    report.submissions = 0
    verdicts.clear()
    start = time.monotonic()
    report.runs = work(runs, start + seconds)
    report.seconds = time.monotonic() - start
    settle()
    report.after = server.settled_census(wanted=report.before, slack=SLACK)
    report.memory_after = server.memory_bytes()
    report.zygotes_after = server.zygote_bytes() if warm else []
    report.verdicts = dict(verdicts)
    return report


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=10000)
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--warm", dest="kind", action="store_const", const="warm", help="short right programs, forked")
    kind.add_argument("--restored", dest="kind", action="store_const", const="restored",
                      help="programs whose tests share a process")
    parser.add_argument("--seconds", type=float, default=math.inf, help="no new submissions after that")
    parser.add_argument("--slots", type=int, default=0, help="0: as many as the server chooses")
    parser.add_argument("--json", type=pathlib.Path, help="where to write the report")
    parser.set_defaults(kind="hostile")
    args = parser.parse_args()
    if reason := harness.why_not():
        sys.exit(f"soak: {reason}")
    options = ["--verdict-cache-mb", "0", "--compile-disk-mb", "0"]
    options += ["--slots", str(args.slots)] if args.slots else []
    options += {"warm": ["--restore", "off"], "restored": ["--restore", "on"]}.get(args.kind, [])
    with harness.AssayServer(options) as server:
        slots = server.get("/v1/info").json()["slots"]
        # With more than a slot each, submissions take turns, and a box's process stays with none.
        threads = slots if args.kind == "restored" else 2 * slots
        fill_history(server)
        report = soak(server, args.runs, threads, args.kind, args.seconds)
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
    if args.kind == "restored":
        print(f"  counted are restored runs; {report.forked} more were none")
        for name, (early, late) in report.growth().items():
            print(f"  {name}: {early:g} in the second quarter, {late:g} in the last")
    if args.kind != "hostile":
        print(f"  {len(report.zygotes_before)} zygotes with {sum(report.zygotes_before) / 1e6:.1f} MB "
              f"before, {len(report.zygotes_after)} with {sum(report.zygotes_after) / 1e6:.1f} MB after")
    print("  in between:", ", ".join(f"{each / 1e6:.1f}" for each in report.memory_course), "MB")
    for fault in faults[:20]:
        print("  FAULT", fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
