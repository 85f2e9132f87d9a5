#!/usr/bin/python3
"""Judges public data sets on a running server and lists every disagreement with the recorded labels.

    tests/golden/run_golden.py --url http://127.0.0.1:8080 [--suite humaneval …] [--every 10]

Differences that known.py explains are listed as such. Exit status 1 when any other verdict differs from its label,
3 when some submission got no verdict.
"""
from __future__ import annotations

import argparse
import concurrent.futures
import pathlib
import subprocess
import sys
import time
from dataclasses import dataclass, field

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from golden.known import KNOWN  # noqa: E402
from harness import datasets  # noqa: E402
from harness.client import Client  # noqa: E402

ALL_SUITES = datasets.SUITES | datasets.UNLABELLED


@dataclass
class Report:
    judged: int = 0
    agreed: int = 0
    disagreements: list[str] = field(default_factory=list)
    no_verdict: list[str] = field(default_factory=list)
    # Programs whose labels say nothing of them: what they do depends on variables that they never set.
    undefined: list[str] = field(default_factory=list)
    seconds: float = 0

    def surprises(self) -> list[str]:
        return [line for line in self.disagreements if line.split(":")[0] not in KNOWN]


def judge(client: Client, case: datasets.Case) -> dict:
    while True:
        reply = client.post("/v1/verify", case.submission)
        if reply.status == 429:
            time.sleep(0.2)
            continue
        if reply.status != 200:
            raise RuntimeError(f"{case.id}: HTTP {reply.status}: {reply.body[:2000]}")
        return reply.json()


def plain_python(case: datasets.Case) -> str:
    """What the same text does in plain python3, for assert cases whose verdict is disputed."""
    problem = case.submission["problem"]
    if problem["mode"] != "assert" or "sample" in case.id:
        return ""  # samples are a model's: they are not run outside a box
    text = case.submission["code"] + "\n" + problem["assert_code"]
    if problem["function_name"]:
        text += f"\ncheck({problem['function_name']})\n"
    done = subprocess.run([datasets.PYTHON, "-c", text], capture_output=True, timeout=60)
    return f"; in plain python3: {'passes' if done.returncode == 0 else 'fails too'}"


def compare(case: datasets.Case, result: dict, report: Report) -> None:
    report.judged += 1
    if result["masked"] and result["cause"] == "infrastructure":
        report.no_verdict.append(f"{case.id}: {result['reason']}: {result['message']}")
        return
    if case.accepted is not None:
        if (result["verdict"] == "AC") == case.accepted:
            report.agreed += 1
        else:
            want = "accepted" if case.accepted else "rejected"
            report.disagreements.append(
                f"{case.id}: recorded {want}, got {result['verdict']}"
                f" ({result['reason']}): {result['message'][:200]}{plain_python(case)}"
            )
        return
    got = [test["verdict"] == "AC" for test in result["tests"]]
    if got == case.tests:
        report.agreed += 1
    else:
        wrong = [i for i, (a, b) in enumerate(zip(got, case.tests)) if a != b]
        details = ", ".join(
            f"{result['tests'][i]['id']}: recorded {'pass' if case.tests[i] else 'fail'},"
            f" got {result['tests'][i]['verdict']}" for i in wrong[:3]
        )
        report.disagreements.append(f"{case.id}: {len(wrong)} of {len(got)} tests: {details}")


def outcomes(client: Client, case: datasets.Case) -> list[tuple]:
    """Verdict and output of every test."""
    result = judge(client, datasets.Case(case.id, {**case.submission, "include_output": True}, None))
    return [(t["verdict"], t.get("exit_code"), t.get("signal"), t.get("stdout")) for t in result["tests"]]


def reads_unset(client: Client, case: datasets.Case) -> bool:
    """Whether a program in C or C++ does something else when the variables that it never sets start with
    another value. What they start with otherwise depends on the processor, the loader and the kernel."""
    if case.submission["language"] not in ("c", "cpp"):
        return False
    flags = case.submission.get("compile_flags", [])
    zero, pattern = (
        outcomes(client, datasets.Case(case.id, {
            **case.submission, "compile_flags": [*flags, f"-ftrivial-auto-var-init={start}"]}, None))
        for start in ("zero", "pattern"))
    return zero != pattern


def difference(client: Client, other: Client, case: datasets.Case) -> str:
    """How two servers judge one case differently; "" when they don't, "random" when the second server
    differs from itself, too."""
    one, two = outcomes(client, case), outcomes(other, case)
    if one == two:
        return ""
    if any(outcomes(other, case) != two for _ in range(3)):
        return "random"
    first = next(i for i, (a, b) in enumerate(zip(one, two)) if a != b)
    return f"{case.id}: test {first}: {str(one[first])[:300]} | {str(two[first])[:300]}"


def compare_servers(client: Client, other: Client, name: str, every: int, threads: int) -> int:
    cases = [case for i, case in enumerate(ALL_SUITES[name]()) if i % every == 0]
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        found = [d for d in pool.map(lambda case: difference(client, other, case), cases) if d]
    different = [d for d in found if d != "random"]
    print(f"{name}: {len(cases) - len(found)} of {len(cases)} judged alike, {len(different)} differ,"
          f" {len(found) - len(different)} print something else each time", flush=True)
    for line in different:
        print("   ", line)
    return len(different)


def run_suite(client: Client, name: str, every: int = 1, threads: int = 8) -> Report:
    cases = [case for i, case in enumerate(datasets.SUITES[name]()) if i % every == 0]
    return judge_all(client, cases, threads)


def judge_all(client: Client, cases: list[datasets.Case], threads: int) -> Report:
    report = Report()
    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        for case, result in zip(cases, pool.map(lambda c: judge(client, c), cases)):
            before = len(report.disagreements)
            compare(case, result, report)
            if len(report.disagreements) > before and reads_unset(client, case):
                report.undefined.append(report.disagreements.pop())
    report.seconds = time.monotonic() - start
    return report


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--url", default="http://127.0.0.1:8080")
    parser.add_argument("--suite", action="append", choices=sorted(ALL_SUITES),
                        help="default: all; those without labels only with --against")
    parser.add_argument("--every", type=int, default=1, help="judge every N-th case")
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--against", metavar="URL", help="compare with this server, not with labels")
    args = parser.parse_args()
    client = Client(args.url, keep_alive=True)
    if args.against:
        other = Client(args.against, keep_alive=True)
        names = args.suite or list(ALL_SUITES)
        return int(sum(
            compare_servers(client, other, name, args.every, args.threads) for name in names
        ) > 0)
    if unlabelled := set(args.suite or []) & datasets.UNLABELLED.keys():
        parser.error(f"--suite {' '.join(unlabelled)} has no labels: give --against")
    surprises: list[str] = []
    missing = False
    for name in args.suite or datasets.SUITES:
        report = run_suite(client, name, args.every, args.threads)
        print(
            f"{name}: {report.agreed} of {report.judged} agree,"
            f" {len(report.disagreements)} differ ({len(report.surprises())} for no known reason),"
            f" {len(report.undefined)} depend on what they never set,"
            f" {len(report.no_verdict)} without a verdict,"
            f" {report.seconds:.1f} s",
            flush=True,
        )
        for line in report.disagreements + report.no_verdict:
            known = KNOWN.get(line.split(":")[0])
            print("   ", line, f"(known: {known})" if known else "")
        surprises += report.surprises()
        missing |= bool(report.no_verdict)
    print(f"{len(surprises)} differences for no known reason")
    for line in surprises:
        print("   ", line)
    return 3 if missing else 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(main())
