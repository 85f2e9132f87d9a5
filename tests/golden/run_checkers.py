#!/usr/bin/python3
"""Recorded special judges through the whole stack: testlib's cases and the library checker's
problems with our testlib.h, and whether a collection of C++ judges compiles, runs and ends on a
trivial test.

usage: run_checkers.py --assay BINARY [--data FOLDER] [--part cases|library|trivial] [-- OPTION...]
"""

import argparse
import base64
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

# Special judges that can't do what is asked of them, with the reason that their tests end with:
# three use names that nothing declares, one calls what is no function; the last reads beyond the
# end of a test that isn't one of its problem's.
BROKEN_CHECKERS = {
    **{f"aethercode/{number}": "checker_compile_error" for number in (60155, 60358, 60537, 60563)},
    "aethercode/60551": "checker_crashed",
}


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
            for path, text in (entry["extra_files"] or {}).items():
                # Beside the source: no file of a submission lies outside its folder.
                beside = path.removeprefix("../")
                item["code"] = item["code"].replace(f'"{path}"', f'"{beside}"')
                item.setdefault("files", {})[beside] = base64.b64encode(text.encode()).decode()
            yield item, wanted


def trivial_tests(folder):
    """A test that few of these judges can make sense of. They are of ScaleBox's kind, so that any
    exit code is an answer; the verdict tells one that compiles and ends from one that doesn't."""
    for row in rows(folder, "aethercode_checkers.dev.jsonl.gz"):
        name = f"aethercode/{row['id']}"
        checker = {"kind": "scalebox", "language": "cpp", "source": row["checker_cpp"],
                   "always": True}
        yield (submission(name, "python", "print(1)\n",
                          [{"input": "1\n", "expected": "1\n"}], checker),
               {BROKEN_CHECKERS.get(name, "ends")})


def how_it_ended(result):
    """Of a trivial test: "ends", or the reason why the judge came to no answer."""
    said = ("checker_accepted", "checker_rejected", "accepted")
    return "ends" if result.get("reason") in said else result.get("reason")


PARTS = {"cases": testlib_cases, "library": library_problems, "trivial": trivial_tests}


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
        counts, reasons = collections.Counter(), collections.Counter()
        for line in process.stdout.decode("utf-8", "replace").splitlines():
            result = json.loads(line)
            want = wanted.pop(result["id"])
            reasons[result.get("reason")] += 1
            got = how_it_ended(result) if part == "trivial" else result["verdict"]
            agrees = got in want
            counts["agree" if agrees else "differ"] += 1
            if not agrees:
                print(json.dumps({"id": result["id"], "expected": sorted(want),
                                  "got": got, "why": result.get("message")}))
        counts["lost"] = len(wanted)
        print(part, dict(counts), dict(reasons), flush=True)
        if not counts["agree"]:
            sys.stderr.write(process.stderr.decode("utf-8", "replace")[-2000:])
        failed |= counts["differ"] > 0 or counts["lost"] > 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
