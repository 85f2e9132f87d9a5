#!/usr/bin/python3
"""Two builds against each other, in pairs: is the new one slower? Or one build with options and without.

    bench/pairs.py --old OLD/assay --new NEW/assay [--pairs 20] [--seconds 2] [--only NAME …] [--tls]
    bench/pairs.py --old assay --old-option=--history=off --new assay

Both servers run all the time, one is measured at a time, and which of a pair comes first alternates, so
that a machine whose speed drifts slows both alike. Of each scenario it prints the median of the ratios
new/old of its rates (above 1: the new one is faster) with a 95 % interval of that median, which assumes
nothing about how the ratios are spread: the two order statistics that a sign test at 5 % leaves.
With --tls the new one speaks TLS: the same program twice then shows what that costs on kept connections.
Standard library only.
"""
from __future__ import annotations

import argparse
import math
import pathlib
import statistics
import sys
import tempfile
from typing import Callable

from baselines import rate
from bench import CPP_SUM, MIB, SUM, TEN_IMPORTS, inputs, run_code_tests, sums, verify_tests
from harness.certificates import Certificates  # found through bench
from harness.server import AssayServer

OPTIONS = ["--verdict-cache-mb", "0", "--compile-disk-mb", "0"]


def one_at_a_time(server: AssayServer, seconds: float) -> float:
    """Requests a second of a client that waits for each verdict."""
    def work(number: int) -> int:
        return verdicts(server, {"language": "python", "code": f"{SUM}# {number}\n"}, 1)

    return rate(seconds, 1, work)


def fresh_data(server: AssayServer, seconds: float) -> float:
    """Submissions a second which each bring another megabyte of test data."""
    def work(number: int) -> int:
        test = {"input": f"{number} 1\n" + "x" * MIB, "expected": f"{number + 1}\n"}
        code = "a, b = map(int, input().split())\nprint(a + b)\n"
        return verdicts(server, {"language": "python", "code": code}, 1, [test])

    return rate(seconds, 4, work)


def compiled(server: AssayServer, seconds: float) -> float:
    """Tests a second of a C++ program with twenty of them, compiled each time."""
    def work(number: int) -> int:
        return verdicts(server, {"language": "cpp", "code": f"{CPP_SUM}// {number}\n"}, 20)

    return rate(seconds, 2, work)


def math_answers(server: AssayServer, seconds: float) -> float:
    """Math answers a second, 256 a request."""
    items = [{"gold": f"\\frac{{{i}}}{{{i + 2}}}", "response": f"so it is \\boxed{{{2 * i}/{2 * i + 4}}}"}
             for i in range(1, 257)]

    def work(_: int) -> int:
        reply = server.post("/v1/math/verify", {"items": items})
        assert reply.status == 200, reply.body[:300]
        return len(items)

    return rate(seconds, 2, work)


def verdicts(server: AssayServer, submission: dict, count: int, tests: list | None = None) -> int:
    tests = tests or [{"input": stdin, "expected": out} for stdin, out in inputs(count)]
    result = server.verify({**submission, "stop": "all", "problem": {"mode": "stdin_stdout", "tests": tests}})
    assert result["verdict"] == "AC", result
    return len(tests)


FUNCTION_TESTS = """def check(candidate):
    assert candidate([1, 2, 3], 2) == [3, 1, 2]
    assert candidate([], 3) == []
    assert candidate(["a", "b"], 1) == ["b", "a"]
    assert candidate(list(range(100)), 50)[:3] == [50, 51, 52]
"""
CLASS_TESTS = """account = Account("a", 10)
account.deposit(5)
assert account.balance == 15
try:
    account.withdraw(20)
    assert False
except ValueError as error:
    assert "funds" in str(error)
assert account.history() == [("deposit", 5)]
"""
CLASS = """class Account:
    def __init__(self, name, balance): self.name, self.balance, self.log = name, balance, []
    def deposit(self, n):
        self.balance += n
        self.log.append(("deposit", n))
    def withdraw(self, n):
        if n > self.balance: raise ValueError("no funds")
        self.balance -= n
    def history(self): return list(self.log)
"""


def asserts(server: AssayServer, seconds: float, code: str, problem: dict) -> float:
    """Submissions a second, each with code of its own for one problem, in two processes."""
    def work(number: int) -> int:
        result = server.verify({"language": "python", "code": f"{code}# {number}\n",
                                "problem": {"mode": "assert", **problem}})
        assert result["verdict"] == "AC" and result["separation"] == "process", result
        return 1

    return rate(seconds, 4, work)


SCENARIOS: dict[str, Callable[[AssayServer, float], float]] = {
    "a+b": lambda server, seconds: verify_tests(server, [sums(SUM)], seconds),
    "ten imports": lambda server, seconds: verify_tests(server, [sums(TEN_IMPORTS)], seconds),
    "run_code": lambda server, seconds: run_code_tests(server, sums(SUM), seconds),
    "one at a time": one_at_a_time,
    "fresh data": fresh_data,
    "cpp": compiled,
    "math": math_answers,
    "asserts": lambda server, seconds: asserts(
        server, seconds, "def turn(x, k):\n    return x[k % len(x):] + x[:k % len(x)] if x else []\n",
        {"assert_code": FUNCTION_TESTS, "function_name": "turn"}),
    "class asserts": lambda server, seconds: asserts(server, seconds, CLASS, {"assert_code": CLASS_TESTS}),
}


def interval(values: list[float]) -> tuple[float, float]:
    """Of the median, with at least 95 % (by the binomial distribution); all of it when there are few."""
    ordered, n = sorted(values), len(values)
    cut, tail = 0, 0.0
    while True:
        tail += math.comb(n, cut) / 2**n
        if tail > 0.025 or cut >= n // 2:
            break
        cut += 1
    low = max(cut - 1, 0)
    return ordered[low], ordered[n - 1 - low]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--old", required=True)
    parser.add_argument("--new", required=True)
    for side in ("--old-option", "--new-option"):
        parser.add_argument(side, action="append", default=[], help="of that server alone, as --history=off")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--only", action="append", choices=list(SCENARIOS))
    parser.add_argument("--tls", action="store_true")
    args = parser.parse_args()
    folder = tempfile.TemporaryDirectory()
    more, context = [], None
    if args.tls:
        keys = Certificates(pathlib.Path(folder.name))
        certificate, key = keys.issue("new")
        more, context = ["--tls-cert", str(certificate), "--tls-key", str(key)], keys.context()
    with folder, AssayServer(OPTIONS + args.old_option, program=args.old, keep_alive=True) as old, \
            AssayServer([*OPTIONS, *args.new_option, *more], program=args.new, keep_alive=True, tls=context) as new:
        for name in args.only or SCENARIOS:
            measure, ratios, rates = SCENARIOS[name], [], []
            for server in (old, new):
                measure(server, min(args.seconds, 1))  # warm
            for pair in range(args.pairs):
                order = (old, new) if pair % 2 == 0 else (new, old)
                result = {server: measure(server, args.seconds) for server in order}
                ratios.append(result[new] / result[old])
                rates.append(result[new])
            low, high = interval(ratios)
            print(f"{name:<14} new/old {statistics.median(ratios):.3f}   95 %: {low:.3f} to {high:.3f}"
                  f"   ({args.pairs} pairs, new {statistics.median(rates):.0f}/s)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
