#!/usr/bin/python3
"""Judges recorded problem packages with `assay run --package` and compares with what their authors
recorded.

Each row of problem_packages.*.jsonl.gz becomes a folder as its authors had it. Two numbers count:
agreement among the submissions expected to be accepted, and among all others of packages whose
tests are complete. Elsewhere a wrong one may pass what is left: where tests were omitted, and where
the authors' repository has a generator instead of secret tests, so that only the samples are there.

Both verdicts count, under the time limit and with extra time; what agrees only with the latter is
counted apart. Each difference is printed as one JSON line; docs/internals/golden.md explains them. Labels
that can be shown to be wrong, or to rest on toolchains which aren't here, are in known_packages.py,
and agreement is given with and without them.

usage: run_packages.py --assay BINARY [--data FILE] [--only REGEX] [--keep DIR] [-- OPTION...]
"""

import argparse
import collections
import gzip
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import known_packages

VERDICTS = {
    "accepted": {"AC"},
    "wrong_answer": {"WA", "PE"},
    "wa": {"WA", "PE"},
    "ac_or_wa": {"AC", "WA", "PE"},
    "time_limit_exceeded": {"TLE"},
    "tle": {"TLE"},
    "run_time_error": {"RE", "MLE", "OLE"},
    "runtime_error": {"RE", "MLE", "OLE"},
    "partially_accepted": {"WA", "PE", "TLE", "RE", "MLE", "OLE"},
}


# Flags that a package gives in the settings of its test groups, which the rows don't have.
GROUP_FLAGS = {"bapctools/alternativeencryption": "case_sensitive"}
# Packages that test how a tool reads expectations: many of theirs are wrong on purpose.
TEST_A_TOOL = {"bapctools/testexpectations"}


def default_data():
    root = pathlib.Path(__file__).resolve().parents[2]
    folder = os.environ.get("ASSAY_DATA", root / ".." / "shared" / "data")
    return pathlib.Path(folder) / "checkers" / "problem_packages.dev.jsonl.gz"


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8", "surrogatepass"))


def is_2023_format(row):
    """The rows don't have the version of the format; keys that only the later ones know tell."""
    limits = row["limits"] or {}
    return ("time_multipliers" in limits or "time_limit" in limits or "interactive" in row["type"] or
            row["source"].startswith("{"))


def write_package(row, root):
    validation = row["validation"]
    if row["kind"] == "multi-pass":
        validation = "custom multi-pass"
    elif row["kind"] == "interactive":
        multi = "multi-pass" in str(row["type"])
        validation = "custom interactive multi-pass" if multi else "custom interactive"
    yaml = {
        "problem_format_version": "2023-07-draft" if is_2023_format(row) else "legacy",
        "name": row["problem_id"],
        "type": "scoring" if "scoring" in str(row["type"]) else "pass-fail",
        "validation": validation,
        "limits": row["limits"] or {},
    }
    flags = (row["validator_flags"] or row["output_validator_args"] or
             GROUP_FLAGS.get(row["problem_id"]))
    if flags:
        yaml["validator_flags"] = flags
    write(root / "problem.yaml", json.dumps(yaml))  # JSON is YAML
    if row["time_limit_s"]:
        write(root / ".timelimit", str(row["time_limit_s"]))
    for name, text in (row["output_validator"] or {}).items():
        write(root / "output_validators" / name, text)
    for test in row["tests"]:
        write(root / "data" / (test["name"] + ".in"), test["input"])
        write(root / "data" / (test["name"] + ".ans"), test["answer"] or "")
    for submission in row["submissions"]:
        path = root / "submissions" / submission["path"]
        files = submission["files"]
        if len(files) == 1 and path.name in files:
            write(path, files[path.name])
        else:
            for name, text in files.items():
                write(path / name, text)


def judge(assay, folder, options):
    command = [assay, "run", "--package", str(folder), "--json", *options]
    process = subprocess.run(command, capture_output=True, check=False)
    rows = {}
    for line in process.stdout.decode("utf-8", "replace").splitlines():
        result = json.loads(line)
        rows[result["submission"]] = result
    return rows, process.stderr.decode("utf-8", "replace")


def allowed(expected):
    """The verdicts that agree, or None where the recorded words say nothing."""
    if not expected or any(word not in VERDICTS for word in expected):
        return None
    return set().union(*(VERDICTS[word] for word in expected))


def agrees(expected, want, verdict, score):
    return verdict in want and (expected != ["partially_accepted"] or (score or 0) > 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--assay", required=True)
    parser.add_argument("--data", default=default_data())
    parser.add_argument("--only", default="", help="regular expression on the problem's id")
    parser.add_argument("--keep", help="write the packages here and leave them")
    parser.add_argument("options", nargs="*", help="further options of assay run")
    arguments = parser.parse_args()

    counts = collections.Counter()
    with gzip.open(arguments.data, "rt", encoding="utf-8") as stream:
        rows = [json.loads(line) for line in stream]
    for row in rows:
        if not re.search(arguments.only, row["problem_id"]):
            continue
        counts["packages"] += 1
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(arguments.keep or temporary) / row["problem_id"].replace("/", "-")
            write_package(row, folder)
            results, errors = judge(arguments.assay, folder, arguments.options)
        if not results:
            print(json.dumps({"problem": row["problem_id"], "error": errors[-2000:]}), flush=True)
        for submission in row["submissions"]:
            result = results.get(submission["path"], {})
            verdict = result.get("verdict")
            if verdict is None:
                counts["language not in the table, or not judged"] += 1
                continue
            want = allowed(submission["expected"])
            if ".bad." in submission["path"] or row["problem_id"] in TEST_A_TOOL:
                want = None  # in the wrong folder on purpose, to test a tool that reports it
            if want is None:
                counts["expectation says nothing"] += 1
                continue
            if submission["expected"] == ["accepted"]:
                group = "accepted"
            elif not any(test["name"].startswith("secret") for test in row["tests"]):
                group = "others, samples only"
            elif row["omitted_tests"] == 0:
                group = "others, complete tests"
            else:
                group = "others, tests omitted"
            counts[group] += 1
            case_id = f"{row['problem_id']}/{submission['path']}"
            kind = known_packages.kind(case_id)
            if agrees(submission["expected"], want, verdict, result.get("score")):
                counts[group + ": agree"] += 1
                continue
            if agrees(submission["expected"], want, result.get("verdict_with_extra_time"),
                      result.get("score_with_extra_time")):
                counts[group + ": agree with extra time"] += 1
                continue
            if kind:
                counts[f"{group}: {kind}"] += 1
            print(json.dumps({"problem": row["problem_id"], "group": group,
                              "submission": submission["path"], "language": submission["language"],
                              "expected": submission["expected"], "got": verdict,
                              "with_extra_time": result.get("verdict_with_extra_time"),
                              "why": (result.get("message") or "")[:300],
                              "slowest_s": result.get("slowest_cpu_s"),
                              "known": kind}), flush=True)
        sys.stderr.write("\n".join(errors.strip().splitlines()[-2:]) + "\n")
    for name, count in sorted(counts.items()):
        print(f"{name}: {count}")
    bad = False
    for group in ["accepted", "others, complete tests"]:
        agree = counts[group + ": agree"] + counts[group + ": agree with extra time"]
        known = sum(counts[f"{group}: {kind}"] for kind in known_packages.KINDS)
        print(f"{group}: {agree} of {counts[group]}, without known labels {agree} of "
              f"{counts[group] - known}")
        bad |= agree < 0.99 * (counts[group] - known)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
