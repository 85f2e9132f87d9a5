#!/usr/bin/python3
"""Judges every Python program there is in three ways, and lists each test that isn't alike in all of them.

    tests/golden/run_modes.py [--suite refactory …] [--every 10] [--threads 4] [--json report.json]

Three servers of its own: one that starts an interpreter for each test, one that forks each from a resident one,
and one whose tests of a submission share a process that is restored between them. Verdict, status, exit code,
signal and stdout of every test are compared; each program has at least five tests, its own over and over where
it has fewer, as a process is shared from four on. The programs are those of the public data sets
(tests/harness/datasets.py; an assert list is run behind its program), of tests/tamper and of tests/idioms; the
last two without their checkers, which would run in between. --python is the interpreter of all three servers: its
path, or a virtual environment's folder.

A program that differs from itself on the first server, in one of a few more tries, prints something else each time
or has a limit nearby; these are counted and named. Exit status 1 when any other differs, or nothing was restored.
"""
import argparse
import concurrent.futures
import contextlib
import dataclasses
import json
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from golden.run_golden import ALL_SUITES, judge  # noqa: E402
from harness import server as harness  # noqa: E402
from harness.datasets import Case  # noqa: E402

TESTS = pathlib.Path(__file__).resolve().parents[1]
MODES = {"cold": ["--warm", "off"], "warm": ["--restore", "off"], "restored": ["--restore", "on"]}
ENOUGH = 5  # tests
CPU_S, WALL_S = 2, 10  # at most: endless programs are as alike in 2 seconds as in 10
TRIES = 4  # of a program on the first server, before its difference counts
SERVER = ["--verdict-cache-mb", "0", "--compile-disk-mb", "0"]


def with_tests(problem):
    """The same problem with enough tests and without a judge, or None if its tests can't be run so."""
    if problem.get("interactor") or not problem.get("tests"):
        return None
    kept = {key: value for key, value in problem.items() if key not in ("checker", "tests")}
    if kept.get("mode") == "run":  # has one test at most
        kept["mode"] = "stdin_stdout"
    tests = [{"expected": "", **test} for test in problem["tests"]]
    for test in tests:
        test.pop("id", None)
    return {**kept, "tests": tests * math.ceil(ENOUGH / len(tests))}


def comparable(case):
    """A submission whose runs may share a process, or None: another language."""
    submission = case.submission
    problem = submission["problem"]
    if submission["language"] not in ("python", "python3") or "code" not in submission:
        return None
    code = submission["code"]
    if problem.get("mode") == "assert":
        code += "\n" + problem["assert_code"]
        if problem.get("function_name"):
            code += f"\ncheck({problem['function_name']})\n"
        problem = {"mode": "stdin_stdout", "tests": [{"input": ""}]}
    problem = with_tests(problem)
    if problem is None:
        return None
    limits = dict(submission.get("limits", {}))
    limits["cpu_time_s"] = min(CPU_S, limits.get("cpu_time_s", CPU_S))
    limits["wall_time_s"] = min(WALL_S, limits.get("wall_time_s", WALL_S))
    return Case(case.id, {**submission, "code": code, "problem": problem, "limits": limits, "stop": "all",
                          "cache": False, "include_output": True}, None)


def corpus(name):
    """The Python programs of tests/tamper or tests/idioms."""
    for folder in sorted((TESTS / name).iterdir()):
        if not (folder / "problem.json").exists():
            continue
        whole = json.loads((folder / "problem.json").read_text(encoding="utf-8"))
        limits = whole.get("limits", {})
        if old := whole.get("test_cases"):
            limits = {"cpu_time_s": old_timeout(whole), "wall_time_s": 2 * old_timeout(whole)}
            problem = {"mode": old["type"]}
            if old["type"] == "assert":
                problem |= {"assert_code": old["test"], "function_name": old["entry_point"]}
            else:
                pairs = zip(old["input"], old["output"])
                problem["tests"] = [{"input": given, "expected": wanted[0] if isinstance(wanted, list) else wanted}
                                    for given, wanted in pairs]
                if old.get("fn_name"):
                    problem["function_name"] = old["fn_name"]
                if "special_judge_program" in whole:
                    problem["checker"] = {}
        else:
            problem = whole.get("problem")
        if problem is None or problem.get("interactor"):
            continue
        for path in sorted(folder.glob("*.py")):
            if len(path.suffixes) > 1:
                yield Case(f"{name}/{folder.name}/{path.name}", {
                    "language": "python", "code": path.read_text(encoding="utf-8"), "problem": problem,
                    "limits": limits}, None)


def old_timeout(whole):
    return whole.get("run_timeout", 5)


SUITES = {**ALL_SUITES, "tamper": lambda: corpus("tamper"), "idioms": lambda: corpus("idioms")}


def outcome(test):
    """What must be the same. How far a run came before a limit, and what its last moment was then, is chance."""
    ended = test.get("status") in ("exited", "signalled")
    return (test["verdict"], test.get("status"), test.get("exit_code"), test.get("signal") if ended else None,
            test.get("stdout") if ended and not test.get("stdout_truncated") else None)


@dataclasses.dataclass
class Report:
    programs: int = 0
    tests: int = 0
    restored: int = 0
    alike: int = 0
    by_chance: list = dataclasses.field(default_factory=list)
    different: list = dataclasses.field(default_factory=list)
    no_verdict: list = dataclasses.field(default_factory=list)


    def add(self, other):
        for field in dataclasses.fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))


def judge_in_all(servers, case):
    """The report of that one program."""
    results = {mode: judge(server, case) for mode, server in servers.items()}
    report = Report(programs=1)
    if missing := [f"{mode}: {result['message'][:200]}" for mode, result in results.items()
                   if result["cause"] == "infrastructure"]:
        report.no_verdict.append(f"{case.id}: {missing}")
        return report
    report.tests += len(results["restored"]["tests"])
    report.restored += sum(test.get("restored", False) for test in results["restored"]["tests"])
    outcomes = {mode: [outcome(test) for test in result["tests"]] for mode, result in results.items()}
    cold = outcomes["cold"]
    if all(each == cold for each in outcomes.values()):
        report.alike += 1
        return report
    differing = next(mode for mode, each in outcomes.items() if each != cold)
    test = next((i for i, (a, b) in enumerate(zip(cold, outcomes[differing])) if a != b), -1)
    text = f"{case.id}: test {test}: cold {str(cold[test])[:300]} | {differing} {str(outcomes[differing][test])[:300]}"
    (report.by_chance if differs_by_chance(servers["cold"], case, test, cold) else report.different).append(text)
    return report


def differs_by_chance(server, case, test, first):
    """Whether that test differs from itself where each is started anew."""
    for _ in range(TRIES):
        result = judge(server, case)
        if result["cause"] != "infrastructure" and outcome(result["tests"][test]) != first[test]:
            return True
    return False


def run_suite(servers, name, every, threads):
    cases = [each for i, case in enumerate(SUITES[name]()) if i % every == 0 and (each := comparable(case))]
    report = Report()
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        for done in [pool.submit(judge_in_all, servers, case) for case in cases]:
            report.add(done.result())
    return report


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--suite", action="append", choices=sorted(SUITES), help="default: all")
    parser.add_argument("--every", type=int, default=1, help="judge every N-th case")
    parser.add_argument("--threads", type=int, default=4)
    parser.add_argument("--slots", type=int, default=0, help="of each server; 0: as many as it chooses")
    parser.add_argument("--python", help="of the three servers [theirs]")
    parser.add_argument("--json", type=pathlib.Path, help="where to write the report")
    args = parser.parse_args()
    if reason := harness.why_not():
        sys.exit(f"modes: {reason}")
    reports = {}
    with contextlib.ExitStack() as stack:
        options = SERVER + (["--slots", str(args.slots)] if args.slots else [])
        options += ["--python", args.python] if args.python else []
        servers = {mode: stack.enter_context(harness.AssayServer([*options, *more], keep_alive=True))
                   for mode, more in MODES.items()}
        for name in args.suite or SUITES:
            report = reports[name] = run_suite(servers, name, args.every, args.threads)
            print(f"{name}: {report.alike} of {report.programs} programs alike, {len(report.different)} differ,"
                  f" {len(report.by_chance)} differ from themselves, {len(report.no_verdict)} without a verdict;"
                  f" {report.restored} of {report.tests} tests restored", flush=True)
            for kind in ("different", "no_verdict", "by_chance"):
                for line in getattr(report, kind):
                    print(f"    {kind.replace('_', ' ')}: {line}", flush=True)
            if args.json:
                whole = {key: dataclasses.asdict(each) for key, each in reports.items()}
                args.json.write_text(json.dumps(whole, indent=1))
    wrong = any(report.different or report.no_verdict for report in reports.values())
    return int(wrong or not sum(report.restored for report in reports.values()))


if __name__ == "__main__":
    sys.exit(main())
