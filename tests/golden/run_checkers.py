#!/usr/bin/python3
"""Recorded special judges through the whole stack: testlib's cases and the library checker's
problems with our testlib.h, and whether a collection of C++ judges compiles.

usage: run_checkers.py --assay BINARY [--data FOLDER] [--part cases|library|compile] [-- OPTION...]
"""

import argparse
import collections
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile

# By exit code. 3 is the judge's own failure, which is never the candidate's.
VERDICT_OF_EXIT = {0: "AC", 1: "WA", 2: "PE", 3: "JE"}
COPY = "import sys\nsys.stdout.buffer.write({!r}.encode())\n"


def default_data():
    root = pathlib.Path(__file__).resolve().parents[2]
    return pathlib.Path(os.environ.get("ASSAY_DATA", root / ".." / "shared" / "data")) / "checkers"


def rows(folder, name):
    with gzip.open(folder / name, "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def submission(name, language, code, tests, checker, cpu_time_s=10):
    return {"id": name, "language": language, "code": code,
            "limits": {"cpu_time_s": cpu_time_s, "wall_time_s": 3 * cpu_time_s},
            "problem": {"tests": tests, "checker": checker}}


def testlib_cases(folder):
    """Yields (submission, accepted verdicts). A case without an answer file has no place here: a
    problem's test always has one."""
    sources = {row["id"]: row["source"] for row in rows(folder, "testlib_sources.jsonl.gz")}
    for case in rows(folder, "testlib_cases.jsonl.gz"):
        if case["answer"] is None:
            continue
        checker = {"kind": "testlib", "language": "cpp", "source": sources[case["checker"]]}
        yield (submission(case["id"], "python", COPY.format(case["output"]),
                          [{"input": case["input"], "expected": case["answer"]}], checker),
               {VERDICT_OF_EXIT[case["expected_exit_code"]]})


def library_problems(folder):
    for row in rows(folder, "library_checker.dev.jsonl.gz"):
        checker = {"kind": "testlib", "language": "cpp", "source": row["checker_cpp"],
                   "files": row["checker_extra_files"] or {}}
        tests = [{"id": test["name"], "input": test["input"], "expected": test["answer"]}
                 for test in row["tests"]]
        for entry in row["submissions"]:
            wanted = set(entry["expected"])
            if "WA" in wanted:
                wanted.add("PE")
            if row["omitted_tests"] and wanted != {"AC"}:
                wanted.add("AC")  # what is left may not show it
            item = submission(row["problem_id"] + "/" + entry["path"], entry["language"],
                              entry["code"], tests, checker, 2 * row["timelimit_s"])
            if entry["extra_files"]:
                item["files"] = entry["extra_files"]
            yield item, wanted


def judges_that_compile(folder):
    for row in rows(folder, "aethercode_checkers.dev.jsonl.gz"):
        checker = {"kind": "scalebox", "language": "cpp", "source": row["checker_cpp"],
                   "always": True}
        yield (submission(f"aethercode/{row['id']}", "python", "print(1)\n",
                          [{"input": "1\n", "expected": "1\n"}], checker), {"compiles"})


PARTS = {"cases": testlib_cases, "library": library_problems, "compile": judges_that_compile}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--assay", required=True)
    parser.add_argument("--data", type=pathlib.Path, default=default_data())
    parser.add_argument("--part", choices=sorted(PARTS), action="append")
    parser.add_argument("options", nargs="*", help="further options of assay run")
    arguments = parser.parse_args()
    failed = False
    for part in arguments.part or sorted(PARTS):
        wanted = {}
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as batch:
            for item, verdicts in PARTS[part](arguments.data):
                wanted[item["id"]] = verdicts
                batch.write(json.dumps(item) + "\n")
            batch.flush()
            process = subprocess.run(
                [arguments.assay, "run", "--batch", batch.name, "--json", *arguments.options],
                capture_output=True, check=False)
        counts = collections.Counter()
        for line in process.stdout.decode("utf-8", "replace").splitlines():
            result = json.loads(line)
            want = wanted.pop(result["id"])
            compiles = result.get("reason") not in ("checker_compile_error", "infrastructure")
            agrees = compiles if want == {"compiles"} else result["verdict"] in want
            counts["agree" if agrees else "differ"] += 1
            if not agrees:
                print(json.dumps({"id": result["id"], "expected": sorted(want),
                                  "got": result["verdict"], "why": result.get("message")}))
        counts["lost"] = len(wanted)
        print(part, dict(counts))
        if not counts["agree"]:
            sys.stderr.write(process.stderr.decode("utf-8", "replace")[-2000:])
        failed |= counts["differ"] > 0 or counts["lost"] > 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
