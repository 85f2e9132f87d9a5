#!/usr/bin/python3
"""Runs the fuzzers of a build for a while, each from its seeds in fuzz/corpus/NAME.

    scripts/fuzz.py [--build build/dev] [--seconds 60] [--seed N] [NAME…]

What a run finds interesting is kept below the build (BUILD/corpus/NAME) and used again by the next;
an input worth keeping for all is copied to fuzz/corpus by hand. A crash is written to BUILD/crashes.
One at a time for each core. With --seed the dice fall alike each time. The last line is "N passed, N failed, 0 skipped".
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[1]
SEEDS = REPOSITORY / "fuzz" / "corpus"
SLOWEST_INPUT_S = 20  # of a sanitized build, beside other programs
MEMORY_MB = 2048
PATIENCE_S = 300  # for the start and the leak check, beyond the time asked for


def names():
    return sorted(path.name.removesuffix("_fuzz.cc") for path in (REPOSITORY / "fuzz").glob("*_fuzz.cc"))


def fuzz(name, build, seconds, seed):
    """(whether nothing was found, a line about it, the end of the fuzzer's output)"""
    corpus, crashes = build / "corpus" / name, build / "crashes"
    corpus.mkdir(parents=True, exist_ok=True)
    crashes.mkdir(exist_ok=True)
    command = [build / "fuzz" / f"{name}_fuzz", f"-max_total_time={seconds}", f"-seed={seed}",
               f"-timeout={SLOWEST_INPUT_S}", f"-rss_limit_mb={MEMORY_MB}", "-print_final_stats=1",
               f"-artifact_prefix={crashes}/{name}-", corpus, SEEDS / name]
    words = REPOSITORY / "fuzz" / f"{name}.dict"
    if words.exists():
        command.append(f"-dict={words}")
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", timeout=seconds + PATIENCE_S)
    except (OSError, subprocess.TimeoutExpired) as error:
        return False, f"{name}: {error}", ""
    runs = re.search(r"number_of_executed_units: (\d+)", done.stdout)
    coverage = re.findall(r" cov: (\d+)", done.stdout)
    found = (f"{int(runs.group(1)) if runs else 0} inputs, {coverage[-1] if coverage else 0} edges, "
             f"{len(list((SEEDS / name).glob('*')))} seeds")
    return done.returncode == 0, f"{name}: {found}", done.stdout[-6000:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=REPOSITORY / "build" / "dev")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0, help="0: another each time")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    build = options.build.resolve()
    failed = 0
    chosen = options.names or names()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for good, line, output in pool.map(lambda name: fuzz(name, build, options.seconds, options.seed), chosen):
            print(("ok     " if good else "FAILED ") + line, flush=True)
            if not good:
                failed += 1
                print(output, flush=True)
    print(f"{len(chosen) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
