#!/usr/bin/python3
"""Verdict flips: the same programs near their CPU limit on an idle and on a busy host.

    tests/security/flips.py --state flips.json [--phase idle|busy|both] [--kind time|work|both]

Half of the programs burn a given CPU time, looking at their clock; the others do a given amount of work,
calibrated on the idle host. Python (forked from a zygote) and C++, targets from 0.5 to 1.5 of the limit.
The busy phase runs beside `--busy` endless loops for each core. Results are kept in the state file, so
that the phases can be run one by one; the last prints the table. Exit status 1 when a program below 80 %
of its limit flipped, or more than one in a thousand of the rest.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import server as harness  # noqa: E402

BATCH = 25  # tests of one submission
SAFE = 0.8
OPTIONS = ["--verdict-cache-mb", "0", "--compile-disk-mb", "0"]

CODE = {
    ("python", "time"): """import time
target = float(input())
while time.process_time() < target:
    pass
print("done")
""",
    ("python", "work"): """count = int(float(input()))
value = 1
for _ in range(count):
    value = value * 1103515245 + 12345 & 0x7fffffff
print("done" if value >= 0 else "no")
""",
    ("cpp", "time"): """#include <cstdio>
#include <ctime>
int main() {
  double target;
  if (scanf("%lf", &target) != 1) return 1;
  timespec now;
  do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  while (now.tv_sec + now.tv_nsec * 1e-9 < target);
  puts("done");
}
""",
    ("cpp", "work"): """#include <cstdio>
int main() {
  double count;
  if (scanf("%lf", &count) != 1) return 1;
  unsigned value = 1;
  for (long long i = (long long)count; i > 0; --i) value = value * 1103515245u + 12345u ^ value >> 7;
  puts(value == 42 ? "Done" : "done");
}
""",
}


def judge(server, language, kind, inputs, limit_s):
    """[verdict, CPU seconds] for each input."""
    body = {"language": language, "code": CODE[language, kind], "stop": "all",
            "limits": {"cpu_time_s": limit_s},
            "problem": {"tests": [{"input": f"{each!r}\n", "expected": "done\n"}
                                  for each in inputs]}}
    result = server.verify(body)
    return [[test["verdict"], test["cpu_time_s"]] for test in result["tests"]]


def iterations_per_second(server, language):
    """Of the program that does a given amount of work; the start-up cancels out."""
    def cost(count):
        runs = judge(server, language, "work", [count] * 5, 20)
        assert all(verdict == "AC" for verdict, _ in runs), runs
        return statistics.median(seconds for _, seconds in runs)

    count = 1e5
    while cost(count) < 0.05:
        count *= 2
    return 2 * count / (cost(3 * count) - cost(count))


def run_phase(server, state, phase, kinds):
    limit, each = state["limit_s"], state["programs"] // 4
    ratios = [0.5 + (i + 0.5) / each for i in range(each)]
    jobs = []
    for kind in kinds:
        for language in ("python", "cpp"):
            name = f"{language} {kind}"
            if kind == "work" and phase == "idle":
                state["per_second"][language] = iterations_per_second(server, language)
            unit = state["per_second"][language] if kind == "work" else 1
            state[phase][name] = {}
            for start in range(BATCH):
                # Of each batch the targets are spread over the whole range.
                batch = ratios[start::BATCH] if each >= BATCH else ratios
                jobs.append((name, language, kind, batch, [ratio * limit * unit for ratio in batch]))
                if each < BATCH:
                    break

    def work(job):
        name, language, kind, batch, inputs = job
        for ratio, outcome in zip(batch, judge(server, language, kind, inputs, limit)):
            state[phase][name][f"{ratio:.6f}"] = outcome

    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(2 * (os.cpu_count() or 1)) as pool:
        list(pool.map(work, jobs))
    print(f"{phase}: {sum(len(job[3]) for job in jobs)} programs in {time.monotonic() - start:.0f} s")
    metrics = server.get("/metrics").body.decode().splitlines()
    print("  " + ", ".join(line for line in metrics if line.startswith("assay_near_limit_")))


def compare(state):
    """Prints the table; returns whether the flips are within what is promised."""
    good, flips, totals = True, collections.Counter(), collections.Counter()
    print("| programs | below 80 %: flips / programs | rest: flips / programs | CPU time busy : idle |")
    print("|---|---|---|---|")
    for name, idle in state["idle"].items():
        busy, row = state["busy"].get(name, {}), collections.Counter()
        stretch = []
        for ratio, (verdict, seconds) in idle.items():
            if ratio not in busy:
                continue
            zone = "safe" if float(ratio) < SAFE else "near"
            row[zone] += 1
            if "AC" == verdict == busy[ratio][0]:
                stretch.append(busy[ratio][1] / seconds)
            if verdict != busy[ratio][0]:
                row["flips " + zone] += 1
                print(f"<!-- {name} at {ratio}: {verdict} {seconds:.4f} s idle, "
                      f"{busy[ratio][0]} {busy[ratio][1]:.4f} s busy -->", file=sys.stderr)
        totals += row
        print(f"| {name} | {row['flips safe']} / {row['safe']} | {row['flips near']} / {row['near']} | "
              f"{statistics.median(stretch):.3f} |")
        good &= row["flips safe"] == 0
    near = totals["near"]
    print(f"| all | {totals['flips safe']} / {totals['safe']} | {totals['flips near']} / {near} | |")
    return good and totals["flips near"] * 1000 <= near


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--state", type=pathlib.Path, required=True)
    parser.add_argument("--phase", choices=["idle", "busy", "both"], default="both")
    parser.add_argument("--kind", choices=["time", "work", "both"], default="both")
    parser.add_argument("--programs", type=int, default=1000, help="runs of each phase")
    parser.add_argument("--limit", type=float, default=0.3, help="CPU limit in seconds")
    parser.add_argument("--busy", type=int, default=4, help="endless loops for each core")
    args = parser.parse_args()
    if reason := harness.why_not():
        sys.exit(f"flips: {reason}")
    state = {"limit_s": args.limit, "programs": args.programs, "per_second": {}, "idle": {}, "busy": {}}
    if args.state.exists():
        state = json.loads(args.state.read_text())
    kinds = ["time", "work"] if args.kind == "both" else [args.kind]
    for phase in ("idle", "busy") if args.phase == "both" else (args.phase,):
        loops = args.busy * (os.cpu_count() or 1) if phase == "busy" else 0
        with harness.AssayServer(OPTIONS) as server:
            neighbours = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(loops)]
            try:
                run_phase(server, state, phase, kinds)
            finally:
                for each in neighbours:
                    each.kill()
                    each.wait()
        args.state.write_text(json.dumps(state, indent=1))
    return 0 if not state["busy"] or compare(state) else 1


if __name__ == "__main__":
    sys.exit(main())
