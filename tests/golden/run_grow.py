#!/usr/bin/python3
"""Grows the tests of HumanEval and MBPP, and measures them against those of HumanEval+ and MBPP+.

    tests/golden/run_grow.py --assay build/release/assay [--set humaneval] [--set mbpp] [--limit 0] [--every 1]

Each problem becomes a row with its own reference and, of the recorded samples that pass the original tests, each
second one as a further program that is said to be right. `assay tests grow` gets nothing else. Then, on the host,
with the plus set's reference (public, trusted data):

- every new expected output is compared with what the plus set's reference says, where the input keeps to the plus
  set's contract and the reference answers at all; other inputs are counted;
- variants of the reference that tests were not chosen by (held out, and those by which they were): how many do
  the original tests, the grown ones and the plus set's reject. Where the plus set rejects the reference itself,
  that it rejects a variant says nothing of the fault: such problems are counted and shown apart, their expected
  outputs, too. So are those in which the plus set's reference fails the original tests: the two ask for
  different things;
- the samples that aren't in the rows: which of those that pass the original tests and fail the plus set's do the
  grown tests reject, and which that pass the plus set's too.

The plus sets' inputs are JSON, which has no tuples: where the original tests have tuples alone at a place, those
inputs get them back, as EvalPlus does by a list of problems.

Variants that the plus set rejects and the grown tests don't are in SET-survivors.jsonl of the folder.

Exit status 1: an expected output is wrong, or fewer held-out variants are rejected than by the plus set; of the
problems that are shown apart neither counts.
"""
from __future__ import annotations

import argparse
import ast
import copy
import json
import math
import pathlib
import resource
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import datasets  # noqa: E402

PRELUDE = ("import math, re, sys, collections, itertools, functools, heapq, bisect, string\n"
           "from typing import *\nfrom collections import *\n")
SECONDS = 4  # of a program on all tests of a set, at least
SLOWER = 10  # than the plus set's reference, before a program counts as endless


@dataclass
class Task:
    id: str
    row: dict  # as `assay tests grow` reads it
    prefix: str  # what samples need before them
    entry_point: str
    plus: dict
    held_samples: list[str] = field(default_factory=list)


def with_samples(task: Task, samples: list[dict]) -> Task:
    for number, sample in enumerate(each for each in samples if each["base_status"] == "pass"):
        code = task.prefix + sample["solution"]
        if number % 2 == 0:
            task.row["solutions"].append({"name": f"sample {number}", "label": "correct", "code": code})
        else:
            task.held_samples.append(code)
    return task


def samples_of(name: str) -> dict[str, list[dict]]:
    by_problem: dict[str, list[dict]] = {}
    for sample in datasets.rows(f"func_python/evalplus_samples_{name}"):
        by_problem.setdefault(sample["problem_id"], []).append(sample)
    return by_problem


def humaneval() -> list[Task]:
    plus = {row["problem_id"]: row for row in datasets.rows("func_python/humanevalplus_2023_04")}
    samples, tasks = samples_of("humaneval"), []
    for row in datasets.rows("func_python/humaneval"):
        if row["problem_id"] not in plus:
            continue
        prompt = row["prompt"]
        helpers = prompt.count("\ndef ") + prompt.startswith("def ") > 1
        tasks.append(with_samples(Task(row["problem_id"], {
            "id": row["problem_id"], "language": "python", "entry_point": row["entry_point"],
            "problem": {"mode": "assert", "assert_code": row["test"], "function_name": row["entry_point"]},
            "solutions": [{"name": "reference", "label": "correct", "own": True, "code": prompt + row["canonical_solution"]}],
        }, prompt + "    pass\n\n" if helpers else PRELUDE, row["entry_point"], plus[row["problem_id"]]),
            samples.get(row["problem_id"], [])))
    return tasks


def mbpp() -> list[Task]:
    plus = {row["problem_id"]: row for row in datasets.rows("func_python/mbppplus_2023_11")}
    samples, tasks = samples_of("mbpp"), []
    for row in datasets.rows("func_python/mbpp_sanitized"):
        if row["problem_id"] not in plus:
            continue
        tasks.append(with_samples(Task(row["problem_id"], {
            "id": row["problem_id"], "language": "python", "entry_point": row["entry_point"],
            "problem": {"mode": "assert", "assert_code": "\n".join(row["test_imports"]) + "\n" + row["assertion"]},
            "solutions": [{"name": "reference", "label": "correct", "own": True, "code": row["canonical_solution"]}],
        }, PRELUDE, row["entry_point"], plus[row["problem_id"]]), samples.get(row["problem_id"], [])))
    return tasks


SETS = {"humaneval": humaneval, "mbpp": mbpp}


# ---- on the host, in a child process each

def in_child(seconds: float, work) -> object:
    """What `work` returns, through a pipe; None when it dies or takes longer."""
    import os
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reader)
            resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
            resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds)))
            nothing = os.open(os.devnull, os.O_RDWR)
            for standard in (0, 1, 2):
                os.dup2(nothing, standard)
            signal.alarm(math.ceil(60 * seconds))  # of a busy machine
            answer = json.dumps(work()).encode()
            while answer:
                answer = answer[os.write(writer, answer):]
        except BaseException:
            pass
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        text = stream.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else None


def load(code: str) -> dict:
    scope = {"__name__": "candidate"}
    exec(PRELUDE, scope)
    exec(compile(code, "<program>", "exec"), scope)
    return scope


def contract_of(task: Task, scope: dict):
    import inspect
    contract = task.plus["contract"]
    if not contract.strip():
        return lambda *arguments: None
    parameters = inspect.signature(scope[task.entry_point]).parameters.values()
    names = ", ".join(str(each.replace(annotation=each.empty)) for each in parameters)
    exec(f"def _contract({names}):\n{contract}\n", scope)
    return scope["_contract"]


def plus_code(task: Task) -> str:
    prefix = task.plus["prompt"] if task.id.startswith("HumanEval") else ""
    return prefix + task.plus.get("reference", task.plus["canonical_solution"])


def calls_of(task: Task, tree: ast.AST) -> list[ast.Call]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)
            and getattr(node.func, "id", "") in ("candidate", task.entry_point)]


def given_types(task: Task) -> dict[tuple, set]:
    """Of sequences in the calls of the original tests: their types, by argument and depth."""
    found: dict[tuple, set] = {}

    def look(value, argument, depth):
        if isinstance(value, (list, tuple)):
            found.setdefault((argument, depth), set()).add(type(value))
            for each in value:
                look(each, argument, depth + 1)

    for call in calls_of(task, ast.parse(task.row["problem"]["assert_code"])):
        for number, each in enumerate(call.args):
            try:
                look(ast.literal_eval(each), number, 0)
            except ValueError:
                pass
    return found


def plus_inputs(task: Task) -> list[list]:
    types = given_types(task)

    def with_tuples(value, argument, depth):
        if not isinstance(value, list):
            return value
        items = [with_tuples(each, argument, depth + 1) for each in value]
        return tuple(items) if types.get((argument, depth)) == {tuple} else items

    return [[with_tuples(each, number, 0) for number, each in enumerate(arguments)]
            for arguments in task.plus["base_input"] + (task.plus["plus_input"] or [])]


def close(a, b, atol: float) -> bool:
    if isinstance(b, float) or isinstance(a, float):
        if isinstance(a, (int, float)) and isinstance(b, (int, float)):
            return a == b or abs(a - b) <= max(atol, 1e-6) * max(1.0, abs(b)) or (a != a and b != b)
        return False
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return type(a) == type(b) and len(a) == len(b) and all(close(x, y, atol) for x, y in zip(a, b))
    return a == b


def rejected_by_plus(task: Task, programs: list[str]) -> list[bool]:
    """Of each program whether the plus set's tests reject it; the base inputs are among them."""
    scope = load(plus_code(task))
    contract, reference = contract_of(task, scope), scope[task.entry_point]
    inputs = plus_inputs(task)

    def answers():
        kept, began = [], time.process_time()
        for number, arguments in enumerate(inputs):
            try:
                contract(*copy.deepcopy(arguments))
                reference(*copy.deepcopy(arguments))
                kept.append(number)
            except Exception:
                pass
        return kept, time.process_time() - began

    answered = in_child(20 * SECONDS, answers)
    if answered is None:
        raise RuntimeError(f"{task.id}: the plus set's reference doesn't answer")
    kept, seconds = answered
    # A program and the reference answer each input: what takes longer is rejected for its faults alone.
    limit = max(SECONDS, (1 + SLOWER) * seconds)

    def passes(code):
        function = load(code)[task.entry_point]
        return all(close(function(*copy.deepcopy(inputs[number])), reference(*copy.deepcopy(inputs[number])),
                         task.plus["atol"]) for number in kept)

    return [in_child(limit, lambda code=code: passes(code)) is not True for code in programs]


def asserts_of(row: dict, count: int) -> list[ast.Assert]:
    """The last asserts of a grown row's test program."""
    tree = ast.parse(row["problem"]["assert_code"])
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Assert)]
    return sorted(found, key=lambda node: node.lineno)[len(found) - count:]


def check_expected(task: Task, row: dict) -> dict:
    """Each new assert against the plus set's reference."""
    tests = row["grown_tests"]
    asserts = asserts_of(row, len(tests))

    def check():
        scope = load(plus_code(task))
        contract = contract_of(task, scope)
        scope["candidate"] = scope[task.entry_point]
        helper = row["problem"]["assert_code"]
        if "def _assay_close" in helper:
            begin = helper.index("def _assay_close")
            exec(helper[begin:helper.index("return got == want", begin) + len("return got == want")], scope)
        result = {"right": 0, "outside": 0, "wrong": []}
        for test, statement in zip(tests, asserts):
            # Of the assert: the input beside it is cut where it is a long one.
            call = calls_of(task, statement)[0]
            arguments = [ast.literal_eval(each) for each in call.args]
            try:
                contract(*copy.deepcopy(arguments))
                scope["candidate"](*copy.deepcopy(arguments))  # some have a part of the contract within
            except Exception:
                result["outside"] += 1
                continue
            try:
                exec(compile(ast.Module([statement], []), "<assert>", "exec"), scope)
                result["right"] += 1
            except BaseException as error:
                result["wrong"].append(f"{ast.unparse(statement)[:300]} ({type(error).__name__}; {test['origin']};"
                                       f" agreed: {', '.join(test['agreed'])})")
        return result

    return in_child(10 * SECONDS, check) or {"right": 0, "outside": 0, "wrong": ["the plus set's reference died"]}


def rejected_by_asserts(task: Task, row: dict, programs: list[str]) -> list[bool]:
    text = row["problem"]["assert_code"]

    def passes(code):
        scope = load(code)
        exec(compile(text, "<test>", "exec"), scope)
        if row["problem"].get("function_name"):
            scope["check"](scope[task.entry_point])
        return True

    return [in_child(SECONDS, lambda code=code: passes(code)) is not True for code in programs]


# ---- the figures

@dataclass
class Counts:
    all: int = 0
    original: int = 0
    grown: int = 0
    plus: int = 0
    either: int = 0
    lost: int = 0  # rejected by the plus set alone

    def add(self, original: bool, grown: bool, plus: bool) -> None:
        self.all += 1
        self.original += original
        self.grown += grown
        self.plus += plus
        self.either += grown or plus
        self.lost += plus and not grown

    def __str__(self) -> str:
        def share(part):
            return f"{part} ({100 * part / self.all:.1f} %)" if self.all else "-"
        return (f"{self.all}: original {share(self.original)}, grown {share(self.grown)}, plus {share(self.plus)},"
                f" by plus alone {self.lost}")


@dataclass
class Figures:
    problems: list[str] = field(default_factory=list)
    held: Counts = field(default_factory=Counts)
    chosen: Counts = field(default_factory=Counts)
    right: int = 0
    outside: int = 0
    wrong: list[str] = field(default_factory=list)

    def check(self, task: Task, row: dict) -> None:
        checked = check_expected(task, row)
        self.right += checked["right"]
        self.outside += checked["outside"]
        self.wrong += [f"{task.id}: {each}" for each in checked["wrong"]]

    def text(self) -> str:
        wrong = "".join(f"\n    wrong: {each}" for each in self.wrong)
        return (f"{len(self.problems)} problems\n  new expected outputs: {self.right} right, {len(self.wrong)} wrong,"
                f" {self.outside} for inputs outside the plus set's contract{wrong}"
                f"\n  variants held out, of {self.held}"
                f"\n  variants that tests were chosen by, of {self.chosen}")


def measure(assay: str, name: str, limit: int, every: int, folder: pathlib.Path, arguments: list[str]) -> bool:
    tasks = SETS[name]()[::every][:limit or None]
    rows = folder / f"{name}.jsonl"
    rows.write_text("".join(json.dumps(task.row) + "\n" for task in tasks), encoding="utf-8")
    started = time.monotonic()
    out = folder / name
    done = subprocess.run([assay, "tests", "grow", str(rows), "--out", str(out), "--held-out", "0.5", *arguments],
                          capture_output=True, text=True)
    print(f"== {name}: {time.monotonic() - started:.0f} s\n{done.stdout}{done.stderr}", end="", flush=True)
    if done.returncode != 0:
        raise RuntimeError(f"{name}: exit status {done.returncode}")

    def lines(file):
        return [json.loads(line) for line in (out / file).read_text(encoding="utf-8").splitlines()]

    grown = {row["id"]: row for row in lines("grown.jsonl")}
    mutants: dict[str, list[dict]] = {}
    for mutant in lines("mutants.jsonl"):
        mutants.setdefault(mutant["id"], []).append(mutant)
    fair, corrected = Figures(), Figures()
    samples, false_alarms = Counts(), 0
    without, other, survivors = 0, [], []
    for task in tasks:
        row = grown.get(task.id)
        if row is None:
            without += 1
            continue
        if rejected_by_asserts(task, task.row, [plus_code(task)])[0]:
            other.append(task.id)
            continue
        own_is_rejected = rejected_by_plus(task, [task.row["solutions"][0]["code"]])[0]
        figures = corrected if own_is_rejected else fair
        figures.problems.append(task.id)
        figures.check(task, row)
        if not task.plus["plus_input"]:
            continue  # some rows come without their additional inputs
        variants = mutants.get(task.id, [])
        for mutant, plus in zip(variants, rejected_by_plus(task, [each["code"] for each in variants])):
            counts = figures.held if mutant["held_out"] else figures.chosen
            counts.add(mutant["killed_before"], mutant["killed_after"], plus)
            if plus and not mutant["killed_after"]:
                survivors.append({**mutant, "corrected": own_is_rejected})
        by_plus = rejected_by_plus(task, task.held_samples)
        by_grown = rejected_by_asserts(task, row, task.held_samples)
        for plus, grew in zip(by_plus, by_grown):
            if plus:
                samples.add(False, grew, plus)
            elif grew:
                false_alarms += 1
    (folder / f"{name}-survivors.jsonl").write_text("".join(json.dumps(each) + "\n" for each in survivors),
                                                    encoding="utf-8")
    print(f"{name}: {len(tasks)} problems, {without} without a grown row, {len(other)} whose given tests the plus set's"
          f" reference fails: {', '.join(other)}")
    print(f"{name}: {fair.text()}")
    if corrected.problems:
        print(f"{name}, apart, the plus set rejects the reference itself of {', '.join(corrected.problems)}:"
              f" {corrected.text()}")
    print(f"{name}: samples held out that pass the original tests and fail the plus set's, of {samples};"
          f" {false_alarms} that pass both are rejected by grown tests", flush=True)
    return not fair.wrong and fair.held.grown >= fair.held.plus


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--assay", required=True)
    parser.add_argument("--out", default="build/heavy/grow", help="folder; what it has of the same runs is kept")
    parser.add_argument("--set", action="append", choices=SETS, help="default: all")
    parser.add_argument("--limit", type=int, default=0, help="problems of each set; 0: all")
    parser.add_argument("--every", type=int, default=1, help="only each so manieth problem")
    parser.add_argument("arguments", nargs="*", help="for `assay tests grow`, after --")
    args = parser.parse_args()
    folder = pathlib.Path(args.out)
    folder.mkdir(parents=True, exist_ok=True)
    good = True
    for name in args.set or SETS:
        good &= measure(args.assay, name, args.limit, args.every, folder, args.arguments)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
