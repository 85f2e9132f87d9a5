#!/usr/bin/python3
"""Audits public data and compares what is found with the known faults of its labels; and planted faults.

    tests/golden/run_audit.py --assay build/release/assay [--part data] [--part planted] [--problems 2000]

Problems of the data sets become rows of `assay audit`, with every recorded program and its label. What known.py
lists of them must be named by a finding, and no other program may be. Exit status 1 when something is missed,
found too much, or not judged.
"""
from __future__ import annotations

import argparse
import json
import pathlib
import subprocess
import sys
import time
from collections import Counter

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from golden.known import KNOWN  # noqa: E402
from harness import datasets, planted_faults  # noqa: E402

SUITES = ("humaneval", "mbpp", "mbpp_samples", "quixbugs", "refactory", "introclass")
# Findings that say that a program isn't what its label says.
LABEL_KINDS = {"reference_fails", "references_disagree", "wrong_passes", "package_missing", "comparison_too_strict",
               "limits_tight", "flaky"}
MOST_PLANTED_MISSED, MOST_ALARMS = 0.05, 0.02


def audit(assay: str, rows: pathlib.Path, out: pathlib.Path, *arguments: str) -> list[dict]:
    started = time.monotonic()
    done = subprocess.run([assay, "audit", str(rows), "--out", str(out), *arguments], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{rows.name}: exit status {done.returncode}: {done.stdout}{done.stderr}")
    print(f"== {rows.name}: {time.monotonic() - started:.0f} s\n{done.stdout}", end="", flush=True)
    return [json.loads(line) for line in (out / "findings.jsonl").read_text(encoding="utf-8").splitlines()]


def accepted(case: datasets.Case) -> bool:
    return all(case.tests) if case.accepted is None else case.accepted


def native_rows(suite: str) -> list[dict]:
    """The suite's programs by problem; the names of programs are those of known.py."""
    rows: dict[str, dict] = {}
    for case in datasets.SUITES[suite]():
        submission = case.submission
        shared = {"problem": submission["problem"], "limits": submission["limits"]}
        if "compile_flags" in submission:
            shared["compile_flags"] = submission["compile_flags"]
        row = rows.setdefault(json.dumps(shared, sort_keys=True), {
            "id": f"{suite} {len(rows)}", "language": submission["language"], **shared, "solutions": []})
        row["solutions"].append({"name": case.id, "language": submission["language"], "code": submission["code"],
                                 "label": "correct" if accepted(case) else "wrong"})
    return list(rows.values())


def check_suite(assay: str, suite: str, folder: pathlib.Path) -> bool:
    rows = native_rows(suite)
    path = folder / f"{suite}.jsonl"
    planted_faults.write(path, rows)
    findings = audit(assay, path, folder / suite, "--mutants", "0")
    named = {name for row in findings for finding in row["findings"] if finding["kind"] in LABEL_KINDS
             for name in finding.get("solutions", [])}
    there = {solution["name"] for row in rows for solution in row["solutions"]}
    known = KNOWN.keys() & there
    # IntroClass' labels are of single tests: a program that differs in one may agree as a whole.
    optional = known if suite == "introclass" else set()
    missed, beyond = known - named - optional, named - known
    print(f"{suite}: {len(there)} programs, {len(known)} known label faults, {len(known & named)} found,"
          f" {len(missed)} missed, {len(beyond)} others named", flush=True)
    for name in sorted(missed):
        print(f"    missed: {name}: {KNOWN[name]}")
    for name in sorted(beyond):
        print(f"    beyond: {name}")
    return not missed and not beyond


def check_files(assay: str, folder: pathlib.Path) -> None:
    """Whole public rows, references as their columns have them, with test strength."""
    for name in ("func_python/humaneval", "func_python/mbpp", "func_python/mbpp_sanitized", "throughput/codecontests_py"):
        path = next(each for each in (datasets.data_folder() / f"{name}{suffix}"
                                      for suffix in (".dev.jsonl.gz", ".jsonl.gz")) if each.exists())
        findings = audit(assay, path, folder / f"file-{path.name.split('.')[0]}")
        kinds = Counter(finding["kind"] for row in findings for finding in row["findings"])
        verdicts = Counter(row["verdict"] for row in findings)
        print(f"{name}: {dict(verdicts)}, {dict(kinds)}", flush=True)


def check_planted(assay: str, problems: int, faults: int, folder: pathlib.Path) -> bool:
    rows, truth = planted_faults.planted(problems, faults, seed=2026, blind=True)
    planted_faults.write(folder / "planted.jsonl", rows)
    scored = planted_faults.score(audit(assay, folder / "planted.jsonl", folder / "planted", "--mutants", "4"), truth)
    print(scored, flush=True)
    for line in scored.missed + scored.alarms:
        print(f"    {line}")
    return (len(scored.missed) <= MOST_PLANTED_MISSED * scored.planted
            and len(scored.alarms) <= MOST_ALARMS * scored.sound)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--assay", required=True)
    parser.add_argument("--out", default="build/heavy/audit", help="folder; what it has of the same audits is kept")
    parser.add_argument("--part", action="append", choices=("data", "files", "planted"), help="default: all")
    parser.add_argument("--suite", action="append", choices=SUITES, help="default: all")
    parser.add_argument("--problems", type=int, default=2000)
    parser.add_argument("--faults", type=int, default=100)
    args = parser.parse_args()
    folder = pathlib.Path(args.out)
    folder.mkdir(parents=True, exist_ok=True)
    parts = args.part or ("data", "files", "planted")
    good = True
    if "data" in parts:
        for suite in args.suite or SUITES:
            good &= check_suite(args.assay, suite, folder)
    if "files" in parts:
        check_files(args.assay, folder)
    if "planted" in parts:
        good &= check_planted(args.assay, args.problems, args.faults, folder)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
