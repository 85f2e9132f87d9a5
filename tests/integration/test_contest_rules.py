"""The rebuilt rules of CodeContests and APPS, in a box as the benchmarks run them."""

import json
import pathlib

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "src" / "lab" / "eval" / "contests"

# Output, expected, and what CodeContests' comparison says.
PAIRS = [
    ("YES\n", "yes", True),
    ("1 2", "1\n2\n", True),
    ("0.000009", "0", True),
    ("0.00001", "0", False),
    ("100000.00002", "100000", False),  # the tolerance is absolute
    ("9007199254740993", "9007199254740992", True),  # beyond 53 bits
    ("123456789012", "123456789013", False),
    ("1e2", "100", True),
    ("inf", "infinity", False),
    ("inf", "INF", True),
    ("abc", "abd", False),
    ("1 2", "1 2 3", False),
    ("0x10", "16", False),
]


def test_code_contests_comparison(server):
    checker = {"source": (SOURCES / "code_contests_checker.py").read_text(encoding="utf-8"), "kind": "icpc",
               "language": "python"}
    submissions = [
        {"language": "python", "code": f"print({got!r})",
         "problem": {"checker": checker, "tests": [{"input": "", "expected": wanted}]}} for got, wanted, _ in PAIRS]
    reply = server.post("/v1/verify", {"submissions": submissions}).json()
    for (got, wanted, right), result in zip(PAIRS, reply["results"]):
        assert result["verdict"] == ("AC" if right else "WA"), (got, wanted, result)


def apps(code, inputs, outputs, name=""):
    driver = "".join((SOURCES / file).read_text(encoding="utf-8") for file in ("inprocess.py", "apps.py"))
    task = {"token": "word", "code": code, "inputs": inputs, "outputs": outputs, "fn_name": name, "seconds": 1}
    return {"language": "python", "code": driver, "problem": {"mode": "run", "tests": [{"input": json.dumps(task)}]}}


def test_apps_counts_every_test(server):
    numbers = ["1\n", "2\n", ["3"]]
    cases = [
        (apps("n = int(input())\nprint(n * 2)", numbers, ["2\n", "4\n", ["6"]]), "pass 1.000000"),
        (apps("n = int(input())\nprint(n * 2 if n > 1 else 0)", numbers, ["2", "4", "6"]), "fail 0.666667"),
        (apps("n = int(input())\nif n == 1:\n    1 / 0\nprint(n * 2)", numbers, ["2", "4", "6"]), "fail 0.666667"),
        (apps("import sys\nprint(int(sys.stdin.buffer.read()) * 2)", numbers, ["2", "4", "6"]), "fail 0.000000"),
        (apps("print('3 2 1')", [""], ["1 2 3\n"]), "pass 1.000000"),  # words of a line in any order
        (apps("print(0.3333)", [""], ["0.33330001"]), "pass 1.000000"),
        (apps("def f(", numbers, ["2", "4", "6"]), "fail 0.000000"),
        (apps("while True:\n    pass", ["", ""], ["1", "1"]), "fail 0.000000"),
        (apps("class Solution:\n    def f(self, a):\n        return a * 2", [[1], [2]], [[2], [5]], "f"), "fail 0.500000"),
        (apps("def f(a):\n    return (a, a)", [[1]], [[1, 1]], "f"), "pass 1.000000"),
        (apps("import os\nos._exit(0)", [""], [""]), "fail 0.000000"),
        (apps("exit()", [""], ["x"]), "fail 0.000000"),
    ]
    reply = server.post("/v1/verify", {"submissions": [body for body, _ in cases], "include_output": True}).json()
    for (_, word), result in zip(cases, reply["results"]):
        assert result["tests"][0]["stdout"] == f"word {word}\n", result
