#!/usr/bin/python3
"""Runs of assay-learn that differ in one thing each, with seeds in pairs: what the difference makes of the share of
held-out tasks that are solved at the end.

    scripts/with-server.py scripts/compare-learning.py --url {url} --folder build/demo-rl-compare

Each run is a line of results.jsonl, in a folder of its own for each build of the program and number of steps; those
that are there aren't run again, so that it may be stopped at any time. The table at the end is table.md: the mean of
the paired differences with its 95 % interval by Student's distribution.
"""

import argparse
import hashlib
import json
import math
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[1]

BASE = {"--loss": "minimax"}  # CISPO, and nothing beside it
ARMS = {
    "cispo": BASE,
    "grpo": {"--loss": "deepseek-grpo"},
    "dapo": {"--loss": "qwen-dapo"},
    "filtered": {"--loss": "minimax", "--drop-uniform": None},
    "masked": {**BASE, "--faults": "0.3"},
    "zeros": {**BASE, "--faults": "0.3", "--faults-are-zeros": None},
    "lag 1": {**BASE, "--lag": "1"},
    "lag 2": {**BASE, "--lag": "2"},
    "lag 4": {**BASE, "--lag": "4"},
    "lag 8": {**BASE, "--lag": "8"},
    "four updates": {**BASE, "--updates": "4"},
    "retired": {**BASE, "--retire-from": "0.9"},
    "long": {**BASE, "--steps": "100"},
}
PAIRS = [
    ("CISPO against GRPO", "cispo", "grpo"),
    ("CISPO against DAPO", "cispo", "dapo"),
    ("without uniform groups against with them", "filtered", "cispo"),
    ("faults masked against faults as zeros", "masked", "zeros"),
    ("faults masked against no faults", "masked", "cispo"),
    ("1 step behind against none", "lag 1", "cispo"),
    ("2 steps behind against none", "lag 2", "cispo"),
    ("4 steps behind against none", "lag 4", "cispo"),
    ("8 steps behind against none", "lag 8", "cispo"),
    ("four updates of a batch against one", "four updates", "cispo"),
    ("no-positive-resampling against none", "retired", "cispo"),
]
# Student's 97.5 % quantiles by degrees of freedom.
STUDENT = [math.nan, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228]


def run(arguments, arm, seed, folder, first_weights):
    options = {"--url": arguments.url, "--folder": folder, "--seed": seed, "--steps": arguments.steps, "--examine-every": 4,
               "--max-off-policy": 0, **ARMS[arm]}
    if first_weights.exists():
        options["--first-weights"] = first_weights
    command = [arguments.program]
    for name, value in options.items():
        command += [name] if value is None else [name, value]
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"compare-learning: {arm}, seed {seed}: {done.stderr}")
    result = json.loads(done.stdout)
    steps = [json.loads(line) for line in (folder / "steps.jsonl").read_text(encoding="utf-8").splitlines()]
    shares = [json.loads(line)["eval/reward"]
              for line in (folder / "examinations.jsonl").read_text(encoding="utf-8").splitlines()]
    last = steps[-10:]
    result.update(arm=arm, seed=seed, mean=statistics.mean(shares), entropy=statistics.mean(row["entropy"] for row in last),
                  clipped=statistics.mean(row["clipped_share"] for row in steps),
                  mismatch_kl=statistics.mean(row["mismatch_kl"] for row in steps))
    return result


def interval(differences):
    mean = statistics.mean(differences)
    if len(differences) < 2:
        return mean, math.nan
    half = STUDENT[min(len(differences) - 1, len(STUDENT) - 1)] * statistics.stdev(differences)
    return mean, half / math.sqrt(len(differences))


def table(results, seeds):
    by = {(row["arm"], row["seed"]): row for row in results}
    lines = [f"{len(seeds)} seeds; differences of the share of 2,000 held-out tasks at the end, of its mean over the run, and"
             " of the entropy of a token at the end.", "",
             "| | end | over the run | entropy | |", "|---|---|---|---|---|"]
    for title, first, second in PAIRS:
        cells, seen = [], "no difference seen"
        for key in ("last", "mean", "entropy"):
            mean, half = interval([by[first, seed][key] - by[second, seed][key] for seed in seeds])
            cells.append(f"{mean:+.3f} ± {half:.3f}")
            if key != "entropy" and abs(mean) > half:
                seen = "a difference"
        lines.append(f"| {title} | {' | '.join(cells)} | {seen} |")
    lines += ["", "| | first | end | over the run | entropy | clipped |", "|---|---|---|---|---|---|"]
    for arm in ARMS:
        rows = [by[arm, seed] for seed in seeds]
        means = [statistics.mean(row[key] for row in rows) for key in ("first", "last", "mean", "entropy", "clipped")]
        lines.append(f"| {arm} | " + " | ".join(f"{mean:.3f}" for mean in means) + " |")
    errors = [by["long", seed]["forecast"].get("half_run_foretells_end_within") for seed in seeds]
    known = [abs(error) for error in errors if error is not None]
    if known:
        each = ", ".join("none" if error is None else f"{error:+.3f}" for error in errors)
        lines += ["", f"The first half of the long runs foretold their ends within {statistics.median(known):.3f} (the median"
                      f" seed; {each})."]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", required=True, help="the server that judges")
    parser.add_argument("--folder", required=True, type=pathlib.Path, help="results; a run that was stopped goes on there")
    parser.add_argument("--program", default=REPOSITORY / "build" / "release" / "assay-learn")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=32, help="of all but the long runs")
    arguments = parser.parse_args()
    # Runs of two builds, or of two lengths, are no pairs.
    build = hashlib.sha256(pathlib.Path(arguments.program).read_bytes()).hexdigest()[:12]
    runs = arguments.folder / f"{build}-{arguments.steps}"
    runs.mkdir(parents=True, exist_ok=True)
    path = runs / "results.jsonl"
    results = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    there = {(row["arm"], row["seed"]) for row in results}
    seeds = range(1, arguments.seeds + 1)
    begin = time.monotonic()
    for seed in seeds:
        first_weights = runs / f"first-{seed}"
        for arm in ARMS:
            if (arm, seed) in there:
                continue
            folder = runs / "run"
            shutil.rmtree(folder, ignore_errors=True)
            result = run(arguments, arm, seed, folder, first_weights)
            if not first_weights.exists():
                shutil.copytree(folder / "weights" / "0", first_weights)
            results.append(result)
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(result) + "\n")
            print(f"{time.monotonic() - begin:7.1f} s  seed {seed}, {arm}: {result['first']:.3f} to {result['last']:.3f}",
                  file=sys.stderr, flush=True)
    shutil.rmtree(runs / "run", ignore_errors=True)
    text = table(results, seeds)
    (arguments.folder / "table.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
