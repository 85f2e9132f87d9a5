#!/usr/bin/python3
"""kill -9 at random moments of what a server consists of, while it judges programs known right or wrong.

    tests/security/faults.py [--seconds 600] [--seed 1] [--json report.json]

Victims: agents, zygotes, programs that have been forked but have not begun, the spawner, and the
compilers in boxes. A submission may get the verdict it deserves or none (IE, cause infrastructure, no
score); exit status 1 when one got another, when a request was not answered within its deadline, or when
the server is not as before in the end.
"""

import argparse
import collections
import dataclasses
import json
import os
import pathlib
import random
import signal
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import server as harness  # noqa: E402

DEADLINE_S = 180  # against hangs only
CLIENTS = 6
# Without caches every submission is compiled and run.
# Without sandboxes: boxes that wait for one are made anew when somebody asks, so their number is no leak's measure.
OPTIONS = ["--verdict-cache-mb", "0", "--compile-disk-mb", "0", "--compile-cache-mb", "0", "--sandboxes", "0"]
COMPILERS = {"g++", "cc1plus", "as", "collect2", "ld"}
# A compile is tried three times; one whose every try was killed would be right to have no verdict.
COMPILER_PAUSE_S = 5
# How often each kind is chosen. A spawner takes all boxes with it, and they are made anew.
WEIGHTS = {"zygote": 6, "agent": 5, "compiler": 6, "forked": 2, "spawner": 1}
LIMITS = {"cpu_time_s": 20, "wall_time_s": 60}

# So many that those of a program in Python share a process.
SUMS = [{"input": f"{a} {b}\n", "expected": f"{a + b}\n"} for a, b in ((1, 2), (30, 12), (7, -9), (0, 0), (500, -1))]
SUM_CPP = "#include <cstdio>\nint main(){long a,b;scanf(\"%ld%ld\",&a,&b);printf(\"%ld\\n\",a+b%s);}\n"
JUDGE = """import sys
want, got = open(sys.argv[2]).read(), sys.stdin.read()
sys.exit(42 if want.split() == got.split() else 43)
"""


@dataclasses.dataclass
class Program:
    name: str
    verdict: str
    submission: dict

    def submit(self, server, nonce):
        """The submission's result, or a sentence when it was not answered as it should be."""
        code = self.submission["code"] + ("\n// " if self.submission["language"] == "cpp" else "\n# ")
        body = {**self.submission, "code": code + nonce, "limits": LIMITS, "id": self.name}
        try:
            reply = server.post("/v1/verify", body, timeout_s=DEADLINE_S)
        except OSError as error:
            return f"{self.name}: no answer: {error!r}"
        if reply.status != 200:
            return f"{self.name}: {reply.status} {reply.body[:300]}"
        return reply.json()

    def fault(self, result, must_be_judged=False):
        """What is wrong with a result, or None."""
        if isinstance(result, str):
            return result
        if result["verdict"] == self.verdict and result["cause"] == "candidate":
            return None
        if not must_be_judged and result["verdict"] == "IE" and result["score"] is None \
                and result["cause"] == "infrastructure" and result["masked"]:
            return None
        return (f"{self.name}: {result['verdict']} ({result['cause']}, {result['reason']}: "
                f"{result['message'][:300]}) instead of {self.verdict}")


def programs():
    def whole(name, verdict, language, code, **more):
        return Program(name, verdict, {"language": language, "code": code, "stop": "all",
                                       "problem": {"tests": SUMS, **more}})

    def call(name, verdict, code):
        tests = [{"input": [2, 3], "expected": 5}, {"input": [4, 4], "expected": 8}]
        return Program(name, verdict, {"language": "python", "code": code, "problem": {
            "mode": "function_call", "function_name": "add", "tests": tests}})

    read = "a, b = map(int, input().split())\n"
    return [
        whole("python right", "AC", "python", read + "print(a + b)"),
        whole("python right, imports", "AC", "python", "import collections, math\n" + read + "print(a+b)"),
        whole("python right, slow", "AC", "python", read + "import time\ntime.sleep(.1)\nprint(a+b)"),
        whole("python wrong", "WA", "python", read + "print(a + b + 1)"),
        whole("python crash", "RE", "python", read + "print(a + b)\nraise SystemExit(3)"),
        call("call right", "AC", "def add(a, b):\n    return a + b"),
        call("call wrong", "WA", "def add(a, b):\n    return a * b + 7"),
        Program("assert right", "AC", {
            "language": "python", "code": "def add(a, b):\n    return a + b",
            "problem": {"mode": "assert", "assert_code": "assert add(1, 2) == 3\nassert add(0, 0) == 0"}}),
        whole("cpp right", "AC", "cpp", SUM_CPP.replace("%s", "")),
        whole("cpp wrong", "WA", "cpp", SUM_CPP.replace("%s", "+1")),
        whole("cpp error", "CE", "cpp", SUM_CPP.replace("%s", "+c")),
    ]


class Boxes:
    """What the server consists of at this moment, by /proc."""

    def __init__(self, server):
        self._server = server

    def victims(self):
        """Kind: pids."""
        processes = {}
        for pid in filter(str.isdigit, os.listdir("/proc")):
            if entry := self._look(int(pid)):
                processes[int(pid)] = entry
        found = collections.defaultdict(list)
        for pid in processes:
            if kind := self._kind(pid, processes):
                found[kind].append(pid)
        return found

    def kill_forked(self, dice, patience_s=0.3):
        """Kills the next child of some agent that is still on its way to the program; 1 if it did."""
        agents = self.victims()["agent"]
        if not agents:
            return 0
        agent = dice.choice(agents)
        path, seen = f"/proc/{agent}/task/{agent}/children", None
        deadline = time.monotonic() + patience_s
        while time.monotonic() < deadline:
            try:
                with open(path, encoding="ascii") as stream:
                    children = set(stream.read().split())
            except OSError:
                return 0
            for pid in children - (children if seen is None else seen):
                if self.kill("forked", int(pid)):
                    return 1
            seen = children
        return 0

    def kill(self, kind, pid):
        """Kills the process unless it has become something else since it was found."""
        try:
            descriptor = os.pidfd_open(pid)
        except OSError:
            return False
        try:
            # Stopped, it can't begin to be a program between the look and the kill.
            signal.pidfd_send_signal(descriptor, signal.SIGSTOP)
            is_now = self.kind_of(pid) if self._has_stopped(pid) else None
            victim = is_now == kind or (kind == "forked" and is_now == "zygote")
            signal.pidfd_send_signal(descriptor, signal.SIGKILL if victim else signal.SIGCONT)
            return victim
        except OSError:
            return False
        finally:
            os.close(descriptor)

    def kind_of(self, pid):
        """The kind of one process."""
        processes, at = {}, pid
        while at > 1 and at != self._server.pid and len(processes) < 5:
            entry = self._look(at)
            if entry is None:
                return None
            processes[at] = entry
            at = entry[0]
        return self._kind(pid, processes)

    def _kind(self, pid, processes):
        parent, name, uid = processes[pid]
        if parent == self._server.pid:
            return "spawner" if name == "assay-spawner" else None
        if parent not in processes:
            return None
        grandparent, parent_name, _ = processes[parent]
        if name == "assay-agent" and parent_name == "assay-spawner":
            return "agent" if grandparent == self._server.pid else None
        if name in COMPILERS:
            return "compiler" if self._is_ours(pid, processes) else None
        if parent_name != "assay-agent" or not self._is_ours(pid, processes):
            return None
        if name == "assay-agent":
            return "forked"
        return "zygote" if uid == 0 else None  # or a fork of one that is not a program yet

    def _is_ours(self, pid, processes):
        for _ in range(8):
            if pid == self._server.pid:
                return True
            if pid not in processes:
                return False
            pid = processes[pid][0]
        return False

    @staticmethod
    def _has_stopped(pid, patience_s=1.0):
        """A signal to stop arrives later than it is sent: on the way there, a program may begin."""
        deadline = time.monotonic() + patience_s
        while time.monotonic() < deadline:
            try:
                with open(f"/proc/{pid}/stat", "rb") as stream:
                    state = stream.read().rpartition(b") ")[2][:1]
            except OSError:
                return False
            if state in b"Tt":
                return True
            time.sleep(0.0005)
        return False

    @staticmethod
    def _look(pid):
        """(parent, name, effective uid), or None when it has gone."""
        try:
            with open(f"/proc/{pid}/status", encoding="utf-8", errors="replace") as stream:
                fields = dict(line.split(":", 1) for line in stream if ":" in line)
            return int(fields["PPid"]), fields["Name"].strip(), int(fields["Uid"].split()[1])
        except (OSError, KeyError, ValueError):
            return None


@dataclasses.dataclass
class Report:
    seconds: float = 0.0
    kills: dict = dataclasses.field(default_factory=dict)
    verdicts: dict = dataclasses.field(default_factory=dict)
    submissions: int = 0
    faults: list = dataclasses.field(default_factory=list)


def sabotage(server, seconds, seed, pause_s=(0.02, 0.4)):
    """Kills while clients judge, then judges every program in peace."""
    report = Report(seconds=seconds)
    verdicts, kills, lock = collections.Counter(), collections.Counter(), threading.Lock()
    over = threading.Event()
    chosen = programs()

    def check_peace(round_name):
        for program in chosen:
            if fault := program.fault(program.submit(server, round_name), must_be_judged=True):
                report.faults.append(f"{round_name}: {fault}")

    def client(number):
        dice = random.Random(seed * 1000 + number)
        for count in range(10**9):
            if over.is_set():
                return
            program = dice.choice(chosen)
            result = program.submit(server, f"{number} {count}")
            with lock:
                verdicts["none" if isinstance(result, str) else result["verdict"]] += 1
                if fault := program.fault(result):
                    report.faults.append(fault)

    check_peace("before")
    before = counts(server)
    clients = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
    for each in clients:
        each.start()
    dice, boxes, end = random.Random(seed), Boxes(server), time.monotonic() + seconds
    compilers_until = 0.0
    while time.monotonic() < end:
        time.sleep(dice.uniform(*pause_s))
        kind = dice.choices(list(WEIGHTS), WEIGHTS.values())[0]
        if kind == "compiler" and time.monotonic() < compilers_until:
            continue
        if kind == "forked":
            kills[kind] += boxes.kill_forked(dice)
            continue
        found = boxes.victims()[kind]
        if found and boxes.kill(kind, dice.choice(found)):
            kills[kind] += 1
            if kind == "compiler":
                compilers_until = time.monotonic() + COMPILER_PAUSE_S
    over.set()
    for each in clients:
        each.join()
    check_peace("after")
    after = counts(server, wanted=before)
    report.faults += [f"{key}: {before[key]} before, {after[key]} after"
                      for key in before if before[key] != after[key]]
    if server.process.poll() is not None:
        report.faults.append(f"the server ended with {server.process.returncode}")
    report.kills, report.verdicts = dict(kills), dict(verdicts)
    report.submissions = sum(verdicts.values())
    return report


def counts(server, wanted=None):
    """Of what must be as before: descriptors differ with the runs a box has had, and so does whether it keeps the
    restored process of its last run for the next one. What is `wanted` may take its time; without that, what it has
    been for some seconds: on a busy machine the last boxes may still be made ready."""
    deadline = time.monotonic() + 60
    before, since = None, time.monotonic()
    while True:
        now = {key: value for key, value in server.census().items() if key != "descriptors"}
        names, _ = server.named_programs()
        kept, boxes = len(server.candidates()), list(names.values()).count("assay-agent")
        now["processes"] -= min(kept, boxes)
        if now != before:
            before, since = now, time.monotonic()
        settled = time.monotonic() > since + 3 if wanted is None else now == wanted
        if settled or time.monotonic() > deadline:
            return now
        time.sleep(0.2)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=pathlib.Path, help="where to write the report")
    args = parser.parse_args()
    if reason := harness.why_not():
        sys.exit(f"faults: {reason}")
    with harness.AssayServer(OPTIONS) as server:
        report = sabotage(server, args.seconds, args.seed)
        code = server.stop()
        report.faults += server.leftovers() + ([f"the server ended with {code}"] if code else [])
    if args.json:
        args.json.write_text(json.dumps(dataclasses.asdict(report), indent=1))
    print(f"{report.submissions} submissions in {report.seconds:.0f} s: {report.verdicts}")
    print(f"killed: {report.kills}")
    for fault in report.faults[:40]:
        print("  FAULT", fault)
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
