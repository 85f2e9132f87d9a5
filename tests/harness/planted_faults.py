"""Problems made by rule, sound ones and ones with a planted fault each, as rows of `assay audit`.

A sound problem has tests that tell a slip from a right program, two right programs and a wrong one. A fault
spoils one thing of it; the row's truth is the kind of finding that must come out. Everything follows from the
seed.
"""
from __future__ import annotations

import json
import math
import random
from dataclasses import dataclass
from typing import Callable


@dataclass
class Template:
    """A family of small problems: what is asked, inputs, the answer, and programs that give it."""

    statement: str
    make_input: Callable[[random.Random], list[int]]
    answer: Callable[[list[int], int], object]
    right: tuple[str, str]  # expressions over `a`, a list, and `k`
    wrong: str


def numbers(rng: random.Random) -> list[int]:
    return [rng.randint(1, 60) for _ in range(rng.randint(4, 9))]


TEMPLATES = [
    Template("Print the sum of the numbers, plus {k}.", numbers, lambda a, k: sum(a) + k,
             ("sum(a) + k", "k + sum(x for x in a)"), "sum(a[1:]) + k"),
    Template("Print how many of the numbers leave less than {k} when divided by 60.", numbers,
             lambda a, k: sum(x % 60 < k for x in a) * 100 + len(a),
             ("sum(x % 60 < k for x in a) * 100 + len(a)", "len([x for x in a if x % 60 < k]) * 100 + len(a)"),
             "sum(x % 60 > k for x in a) * 100 + len(a)"),
    Template("Print the largest number less the smallest one, times {k}.", numbers, lambda a, k: (max(a) - min(a)) * k,
             ("(max(a) - min(a)) * k", "k * (sorted(a)[-1] - sorted(a)[0])"), "max(a) * k"),
    Template("Print the numbers in ascending order, each plus {k}.", numbers,
             lambda a, k: " ".join(str(x + k) for x in sorted(a)),
             ("' '.join(str(x + k) for x in sorted(a))", "' '.join(map(str, sorted(x + k for x in a)))"),
             "' '.join(str(x + k) for x in a)"),
    Template("Print the sum of the distinct numbers, less {k}.", numbers, lambda a, k: sum(set(a)) - k,
             ("sum(set(a)) - k", "sum(dict.fromkeys(a)) - k"), "sum(set(a)) - k - 1"),
    Template("Print the greatest common divisor of all numbers times {k}, then their product modulo 1009.", numbers,
             lambda a, k: f"{math.gcd(*a) * k} {math.prod(a) % 1009}",
             ("f'{__import__(\"math\").gcd(*a) * k} {__import__(\"math\").prod(a) % 1009}'",
              "str(__import__('functools').reduce(__import__('math').gcd, a) * k) + ' ' + "
              "str(__import__('functools').reduce(lambda x, y: x * y % 1009, a, 1))"),
             "f'{min(a) * k} {__import__(\"math\").prod(a) % 1009}'"),
]
FORMS = ("stdin_stdout", "function_call", "assert", "bounded")
VALIDATOR = """import sys
words = sys.stdin.read().split()
sys.exit(42 if len(words) == 1 and words[0].isdecimal() and 1 <= int(words[0]) <= 1000 else 43)
"""


def printing(expression: str, k: int) -> str:
    return f"k = {k}\na = list(map(int, input().split()))\nprint({expression})\n"


def function(expression: str, k: int) -> str:
    return f"k = {k}\ndef solve(a):\n    return {expression}\n"


class Maker:
    def __init__(self, seed: int):
        self.rng = random.Random(seed)

    def sound(self, name: str, form: str, template: Template | None = None) -> dict:
        rng = self.rng
        if form == "bounded":
            return self.bounded(name)
        template = template or rng.choice(TEMPLATES)
        k = rng.randint(2, 40)
        inputs: list[list[int]] = []
        seen = set()
        while len(inputs) < 5:
            a = template.make_input(rng)
            answer = template.answer(a, k)
            # A slip that shows nowhere would be no slip.
            slip = eval(template.wrong, {"a": a, "k": k})
            if answer in seen or str(slip) == str(answer):
                continue
            seen.add(answer)
            inputs.append(a)
        write = printing if form == "stdin_stdout" else function
        solutions = [{"name": f"right {i}", "language": "python", "label": "correct", "code": write(each, k)}
                     for i, each in enumerate(template.right)]
        solutions.append({"name": "slip", "language": "python", "label": "wrong", "code": write(template.wrong, k)})
        answers = [template.answer(a, k) for a in inputs]
        if form == "stdin_stdout":
            problem = {"mode": form, "tests": [
                {"input": " ".join(map(str, a)) + "\n", "expected": f"{answer}\n"} for a, answer in zip(inputs, answers)]}
        elif form == "function_call":
            problem = {"mode": form, "function_name": "solve",
                       "tests": [{"input": [a], "expected": answer} for a, answer in zip(inputs, answers)]}
        else:
            problem = {"mode": form, "function_name": "",
                       "assert_code": "\n".join(f"assert solve({a}) == {answer!r}" for a, answer in zip(inputs, answers))}
        return {"id": name, "statement": template.statement.format(k=k), "language": "python",
                "limits": {"cpu_time_s": 4, "wall_time_s": 12}, "problem": problem, "solutions": solutions}

    def bounded(self, name: str) -> dict:
        """A sound problem whose statement bounds the input, as contests write it, with a validator in each second one."""
        rng = self.rng
        k = rng.randint(2, 40)
        row = {"id": name, "language": "python", "limits": {"cpu_time_s": 4, "wall_time_s": 12},
               "statement": f"Print the sum of 1 to n, plus {k}.\n\nInput\n\nThe first line contains a single integer n "
                            "(1 ≤ n ≤ 1000).\n\nOutput\n\nPrint the sum.\n",
               "problem": {"mode": "stdin_stdout", "tests": [
                   {"input": f"{n}\n", "expected": f"{n * (n + 1) // 2 + k}\n"}
                   for n in (1, 1000, *rng.sample(range(2, 1000), 4))]},
               "solutions": [{"name": each, "language": "python", "label": label,
                              "code": f"n = int(input())\nprint({expression} + {k})\n"} for each, label, expression in (
                   ("right 0", "correct", "n * (n + 1) // 2"), ("right 1", "correct", "sum(range(n + 1))"),
                   ("slip", "wrong", "n * (n - 1) // 2"))]}
        if rng.random() < 0.5:
            row["validator"] = {"language": "python", "source": VALIDATOR}
        return row

    # ---- faults: each takes a sound row that reads and prints, but where it makes its own

    def wrong_expected(self, row):
        test = self.rng.choice(row["problem"]["tests"])
        test["expected"] = "7" + test["expected"]

    def wrong_label(self, row):
        row["solutions"][1]["label"] = "wrong"

    def disagreeing(self, row):
        row["solutions"][1]["code"] = row["solutions"][2]["code"]

    def flaky(self, row):
        row["solutions"][1]["code"] = (
            "import random\nif random.random() < 0.5:\n    print('unlucky')\n    raise SystemExit\n"
            + row["solutions"][1]["code"])

    def duplicates(self, row):
        row["problem"]["tests"].append(dict(self.rng.choice(row["problem"]["tests"])))

    def contradictions(self, row):
        row["problem"]["tests"].append({**self.rng.choice(row["problem"]["tests"]), "expected": "13\n"})

    def one_answer(self, row):
        k = self.rng.randint(100, 900)
        row["problem"]["tests"] = [{"input": f"{n}\n", "expected": "YES\n"} for n in self.rng.sample(range(k), 4)]
        for solution in row["solutions"]:
            slip = solution["label"] == "wrong"
            solution["code"] = f"print('YES' if int(input()) < {0 if slip else k} else 'NO')\n"

    def tight(self, row):
        row["limits"] = {"cpu_time_s": 0.3, "wall_time_s": 5}
        busy = "import time\nwhile time.process_time() < 0.5:\n    pass\n"
        row["solutions"][0]["code"] = busy + row["solutions"][0]["code"]

    def loose(self, row):
        row["limits"] = {"cpu_time_s": 900, "wall_time_s": 900}

    def package(self, row):
        row["solutions"][0]["code"] = "import package_that_nobody_has\n" + row["solutions"][0]["code"]

    def random_checker(self, row):
        row["problem"]["checker"] = {
            "kind": "scalebox", "language": "python",
            "source": "import random, sys\nsys.exit(random.random() < 0.5)\n"}

    def several_answers(self, row):
        rng = self.rng
        row["statement"] = "Print two different places of equal numbers. If there are several answers, print any of them."
        tests = []
        for _ in range(4):
            a = rng.sample(range(100), 6)
            a += [a[rng.randint(0, 2)], a[rng.randint(3, 5)]]
            pairs = [(i, j) for i in range(8) for j in range(i + 1, 8) if a[i] == a[j]]
            tests.append({"input": " ".join(map(str, a)) + "\n", "expected": "%d %d\n" % pairs[0]})
        row["problem"] = {"mode": "stdin_stdout", "tests": tests}
        for solution, pick in zip(row["solutions"], ("p[0]", "p[-1]", "(p[0][1], p[0][0] + 1)")):
            solution["code"] = (
                "a = input().split()\np = [(i, j) for i in range(8) for j in range(i + 1, 8) if a[i] == a[j]]\n"
                f"print(*{pick})\n")

    def too_strict(self, row):
        row["problem"]["comparison"] = {"mode": "exact"}
        for solution in row["solutions"][:2]:
            solution["code"] = solution["code"].replace("print(", "print(end='  ');print(", 1)

    def order(self, row):
        self.replace_by_asserts(row)
        # One of the asserts counts the calls before it.
        first, *rest = row["problem"]["assert_code"].split("\n")
        row["problem"]["assert_code"] = "\n".join([first, "assert calls() == 1", *rest])
        for solution in row["solutions"]:
            solution["code"] = (
                solution["code"].replace("def solve(a):\n", "count = [0]\ndef calls():\n    return count[0]\n"
                                         "def solve(a):\n    count[0] += 1\n"))

    def off_by_one(self, row):
        test = self.rng.choice(row["problem"]["tests"])
        *rest, last = test["expected"].split()
        test["expected"] = " ".join([*rest, str(int(last) + 1)]) + "\n"

    def cut_expected(self, row):
        test = max(row["problem"]["tests"], key=lambda each: len(each["expected"]))
        test["expected"] = test["expected"].rstrip()[:-1] + "\n"

    def swapped(self, row):
        one, two = self.rng.sample(row["problem"]["tests"], 2)
        one["expected"], two["expected"] = two["expected"], one["expected"]

    def garbage_behind(self, row):
        test = self.rng.choice(row["problem"]["tests"])
        test["expected"] = test["expected"] + "====\n"

    def carriage_returns(self, row):
        row["problem"]["comparison"] = {"mode": "exact"}
        for test in row["problem"]["tests"]:
            test["expected"] = test["expected"].replace("\n", "\r\n")

    def cut_input(self, row):
        for test in self.rng.sample(row["problem"]["tests"], 2):
            test["input"] = ""

    def milliseconds(self, row):
        row["limits"] = {"cpu_time_s": 2000, "wall_time_s": 3600}

    def loose_memory(self, row):
        row["limits"]["memory_mb"] = 65536

    def other_statement(self, row):
        row["statement"] = "Print the numbers in descending order."

    def debug_print(self, row):
        row["solutions"][0]["code"] = row["solutions"][0]["code"].replace("print(", "print('a', a)\nprint(", 1)

    def accepts_all(self, row):
        row["problem"]["checker"] = {"kind": "scalebox", "language": "python", "source": "import sys\nsys.exit(0)\n"}

    def slip_called_right(self, row):
        row["solutions"][2]["label"] = "correct"

    def beyond_the_statement(self, row):
        self.replace_by_bounded(row, validator=False)

    def beyond_the_validator(self, row):
        self.replace_by_bounded(row, validator=True)

    def replace_by_bounded(self, row, validator):
        name = row["id"]
        row.clear()
        row.update(self.bounded(name))
        row.pop("validator", None)
        if validator:
            row["validator"] = {"language": "python", "source": VALIDATOR}
            row["statement"] = row["statement"].split("\n")[0]
        n = self.rng.randint(1001, 5000)
        k = int(row["solutions"][0]["code"].rsplit("+", 1)[1].rstrip(")\n"))
        row["problem"]["tests"].append({"input": f"{n}\n", "expected": f"{n * (n + 1) // 2 + k}\n"})

    def replace_by_asserts(self, row):
        sound = self.sound(row["id"], "assert")
        row.clear()
        row.update(sound)


# The finding that each must bring about.
FAULTS = {
    Maker.wrong_expected: "reference_fails",
    Maker.wrong_label: "wrong_passes",
    Maker.disagreeing: "references_disagree",
    Maker.flaky: "flaky",
    Maker.duplicates: "duplicate_tests",
    Maker.contradictions: "contradicting_tests",
    Maker.one_answer: "trivial_tests",
    Maker.tight: "limits_tight",
    Maker.loose: "limits_loose",
    Maker.package: "package_missing",
    Maker.random_checker: "checker_nondeterministic",
    Maker.several_answers: "several_answers",
    Maker.too_strict: "comparison_too_strict",
    Maker.order: "order_dependent",
    # What others' data have: slips of who made a set, and what it was converted by.
    Maker.off_by_one: "reference_fails",
    Maker.cut_expected: "reference_fails",
    Maker.swapped: "reference_fails",
    Maker.garbage_behind: "reference_fails",
    Maker.carriage_returns: "comparison_too_strict",
    Maker.cut_input: "reference_fails",
    Maker.milliseconds: "limits_loose",
    Maker.loose_memory: "limits_loose",
    Maker.debug_print: "references_disagree",
    Maker.accepts_all: "wrong_passes",
    Maker.slip_called_right: "references_disagree",
    Maker.beyond_the_statement: "outside_constraints",
    Maker.beyond_the_validator: "outside_constraints",
    # Nothing of the row contradicts it: it is there to be missed.
    Maker.other_statement: "reference_fails",
}
# Of these two runs say the same, word by word, but for times.
STEADY = {"reference_fails", "wrong_passes", "references_disagree", "duplicate_tests", "contradicting_tests",
          "trivial_tests", "package_missing", "several_answers", "comparison_too_strict", "outside_constraints"}
# Of these nothing in the row tells.
BLIND = {Maker.other_statement}


def planted(problems: int, faults: int, seed: int, kinds: set[str] | None = None,
            blind: bool = False) -> tuple[list[dict], dict[str, str]]:
    """So many rows, of which so many have a fault, in turn one of each kind; and the truth by id. `blind`: also kinds that
    nobody can find."""
    maker = Maker(seed)
    breakers = [(breaker, kind) for breaker, kind in FAULTS.items()
                if (kinds is None or kind in kinds) and (blind or breaker not in BLIND)]
    rows, truth = [], {}
    spoiled = set(maker.rng.sample(range(problems), faults))
    for number in range(problems):
        name = f"p{number}"
        if number in spoiled:
            breaker, kind = breakers[len(truth) % len(breakers)]
            row = maker.sound(name, "stdin_stdout")
            breaker(maker, row)
            truth[name] = kind
        else:
            row = maker.sound(name, FORMS[number % len(FORMS)])
        rows.append(row)
    return rows, truth


def write(path, rows: list[dict]) -> None:
    with open(path, "w", encoding="utf-8") as stream:
        stream.writelines(json.dumps(row) + "\n" for row in rows)


@dataclass
class Score:
    """What an audit made of planted faults. A sound problem that isn't to be kept is a false alarm."""

    missed: list[str]
    alarms: list[str]
    planted: int
    sound: int

    def __str__(self):
        return (f"{self.planted - len(self.missed)} of {self.planted} planted faults found, "
                f"{len(self.alarms)} false alarms on {self.sound} sound problems")


def score(findings: list[dict], truth: dict[str, str]) -> Score:
    missed, alarms = [], []
    for found in findings:
        kinds = [each["kind"] for each in found["findings"]]
        wanted = truth.get(found["id"])
        if wanted is None and found["verdict"] != "keep":
            alarms.append(f"{found['id']}: {kinds}")
        if wanted is not None and wanted not in kinds:
            missed.append(f"{found['id']}: {wanted}, found {kinds}")
    return Score(missed, alarms, len(truth), len(findings) - len(truth))
