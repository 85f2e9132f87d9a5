#!/usr/bin/python3
"""Adds up the individual cases of all test programs of one ctest run.

ctest counts programs; people count cases. Each program leaves a JUnit file of its own in the results
folder (GoogleTest through GTEST_OUTPUT, pytest through --junitxml); a ctest entry without one (a
script, or a program that crashed before it could write) counts as one case.

usage: count-tests.py CTEST_JUNIT RESULTS_FOLDER
Prints the skipped cases, then the failed ones with what they expected and got, and, as the last line,
"N passed, N failed, N skipped". Exits 1 when anything failed or nothing ran.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree


MOST_LINES = 20  # of one failure; all of it is in the output above and in the results folder


def outcome(case):
    """'passed', 'failed' or 'skipped' of one <testcase>, with the reason if it has one."""
    # GoogleTest has a <failure> for each expectation that failed.
    failures = [child.get("message") or child.text or "" for child in case if child.tag in ("failure", "error")]
    if failures:
        return "failed", "\n".join(failures).strip()
    for child in case:
        if child.tag == "skipped":
            return "skipped", (child.get("message") or child.text or "").strip()
    if case.get("result") == "skipped" or case.get("status") in ("notrun", "disabled"):
        return "skipped", ""
    if case.get("status") == "fail":
        return "failed", ""
    return "passed", ""


def shown(kind, name, reason):
    """A skipped case is a line; a failed one has the reason below it."""
    lines = reason.splitlines()
    if kind == "skipped":
        return f"skipped: {name}" + (f": {lines[0]}" if lines else "")
    if len(lines) > MOST_LINES:
        lines = lines[:MOST_LINES] + [f"… {len(lines) - MOST_LINES} more lines"]
    return "\n".join([f"failed: {name}"] + [f"  {line}" for line in lines])


def last_words(entry):
    """The end of what a program printed that left no cases: it crashed, or ran out of time."""
    printed = (entry.findtext("system-out") or "").splitlines()
    return "\n".join(printed[-MOST_LINES:])


def cases_file(results, entry):
    """Where the program behind a ctest entry leaves its cases: unit.NAME runs NAME_test."""
    unit = re.fullmatch(r"unit\.(\w+)", entry)
    return results / (f"{unit.group(1)}_test.xml" if unit else f"{entry}.xml")


def main():
    entries = ElementTree.parse(sys.argv[1]).getroot().iter("testcase")
    results = pathlib.Path(sys.argv[2])
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    notes = {"passed": [], "skipped": [], "failed": []}

    def count(kind, name, reason):
        counts[kind] += 1
        if kind != "passed":
            notes[kind].append(shown(kind, name, reason))

    for entry in entries:
        name = entry.get("name")
        entry_kind, entry_reason = outcome(entry)
        try:
            root = ElementTree.parse(cases_file(results, name)).getroot()
        except (OSError, ElementTree.ParseError):
            if entry_kind == "failed":
                entry_reason = f"{entry_reason}\n{last_words(entry)}".strip()
            count(entry_kind, name, entry_reason)
            continue
        failed_before = counts["failed"]
        for case in root.iter("testcase"):
            kind, reason = outcome(case)
            count(kind, f"{name}: {case.get('classname')}.{case.get('name')}", reason)
        if entry_kind == "failed" and counts["failed"] == failed_before:
            reason = f"the program failed although no case did\n{last_words(entry)}"
            count("failed", name, reason.strip())

    print("\n".join(notes["skipped"] + notes["failed"]))
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
