#!/usr/bin/env python3
"""Measures what the model of a cluster is fed with, on a node of one slot that has nothing else to do.

    bench/cluster_sim/measure.py [--repeats 5] [--out bench/cluster_sim/measured.json]

Each submission of examples/submissions.jsonl is judged `repeats` times, one at a time, each time as a program that wasn't
seen before (it has one more comment), as the samples of a model are: `service_s` is the fastest after the first, its compile
included; `miss_s` what the first took beyond that (reading the problem, compiling its judge). The fastest, because a busy
machine only ever makes a time longer. Programs that take more than SLOWEST_S are left out: they measure their own limit.
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import statistics
import sys
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "tests"))
from harness.server import AssayServer  # noqa: E402


SLOWEST_S = 5.0
COMMENTS = {"python": "#", "bash": "#", "ruby": "#", "perl": "#", "lua": "--", "c": "//", "cpp": "//", "java": "//",
            "nodejs": "//", "javascript": "//", "go": "//", "rust": "//"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).with_name("measured.json"))
    options = parser.parse_args()
    lines = (REPOSITORY / "examples" / "submissions.jsonl").read_text(encoding="utf-8").splitlines()
    rows = []
    with AssayServer(["--slots", "1", "--compile-disk-mb", "0", "--problem-disk-mb", "0"], keep_alive=True) as server:
        for line in lines:
            given = json.loads(line)
            comment = COMMENTS.get(given["language"])
            times = []
            for repeat in range(options.repeats if comment else 0):
                submission = {**given, "cache": False, "code": f"{given['code']}\n{comment} {repeat}\n"}
                start = time.perf_counter()
                reply = server.post("/v1/verify", submission)
                times.append(time.perf_counter() - start)
                if reply.status != 200 or times[-1] > SLOWEST_S:
                    break
            if len(times) == options.repeats:
                best = min(times[1:])
                rows.append({"language": given["language"], "service_s": round(best, 5),
                             "miss_s": round(max(0.0, times[0] - best), 5)})
    told = {"date": datetime.date.today().isoformat(), "cores": os.cpu_count(), "kernel": platform.release(),
            "load": os.getloadavg()[0], "repeats": options.repeats, "rows": rows}
    options.out.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    print(f"{len(rows)} submissions: service {statistics.median(row['service_s'] for row in rows):.4f} s (median), "
          f"{statistics.fmean(row['service_s'] for row in rows):.4f} s (mean); miss "
          f"{statistics.fmean(row['miss_s'] for row in rows):.4f} s (mean)")


if __name__ == "__main__":
    main()
