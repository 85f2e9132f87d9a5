"""Rows in the published shape of each data set, with a right program and a wrong twin for each.

What the shapes hold is real: MBPP's and HumanEval's functions, CodeContests' programs, GSM8K's and other
sets' questions, read from the folder that ASSAY_DATA names. Rows of sets that aren't there are made of
them, with a fixed seed. A wrong twin gives the right value of every call but the wrong one back, so no
rule that accepts it is right.

    for sample in rows_of("apps", 300):
        sample.row, sample.right, sample.wrong      # dicts; programs, or of mathematics responses

Raises FileNotFoundError when the data isn't there.
"""
from __future__ import annotations

import ast
import base64
import functools
import itertools
import json
import math
import pickle
import random
import signal
import subprocess
import zlib
from dataclasses import dataclass
from typing import Iterator

from harness import datasets

SEED = 13


@dataclass
class Function:
    name: str
    code: str
    calls: list  # (arguments, value), as JSON holds them
    literals: list  # the values as Python writes them
    asserts: list  # the same calls as assert statements


@dataclass
class Program:
    code: str
    tests: list  # (input, output)
    wrong: str


@dataclass
class Sample:
    row: dict
    right: str
    wrong: str
    language: str = "python"


# ---- golden programs

_WRONG_VALUE = '''
def _other(value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + 1
    if isinstance(value, str):
        return value + "x"
    if isinstance(value, (list, tuple)):
        return list(value) + [0]
    return 0 if value is None else {**value, "other": 0}  # a list of one is what some data sets wrap it in
'''


def wrong_function(function: Function) -> str:
    """The function, whose value is another one."""
    return (f"_names = {{}}\nexec({function.code!r}, _names)\n{_WRONG_VALUE}\n"
            f"def {function.name}(*arguments):\n    return _other(_names[{function.name!r}](*arguments))\n")


def as_program(function: Function, wrong: bool = False) -> str:
    """Reads a list of arguments from each line of stdin and prints the value as JSON."""
    code = wrong_function(function) if wrong else function.code
    return (f"{code}\nimport json, sys\nfor line in sys.stdin:\n"
            f"    print(json.dumps({function.name}(*json.loads(line))))\n")


def _plain(value, depth=0):
    """Whether JSON holds the value, with lists for tuples, and adding one to a number makes another."""
    if isinstance(value, (bool, type(None))):
        return True
    if isinstance(value, (int, float)):
        return math.isfinite(value) and abs(value) < 1e15
    if isinstance(value, str):
        return value.isprintable()
    if isinstance(value, (list, tuple)):
        return depth < 8 and all(_plain(each, depth + 1) for each in value)
    if isinstance(value, dict):
        return all(isinstance(key, str) and not key.startswith("$") for key in value) and \
            all(_plain(each, depth + 1) for each in value.values())
    return False


def _function(name: str, code: str, inputs: list) -> Function | None:
    """With what the code says of JSON arguments; None: it can't be asked so, or isn't plain."""
    names: dict = {}
    calls, literals, asserts = [], [], []
    signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(TimeoutError()))
    signal.setitimer(signal.ITIMER_REAL, 2)
    try:
        exec(code, names)
        for arguments in inputs:
            text = json.dumps(arguments)
            value, again = names[name](*json.loads(text)), names[name](*json.loads(text))
            literal = repr(value)
            if not _plain(value) or ast.literal_eval(literal) != value or again != value:
                return None
            calls.append((json.loads(text), json.loads(json.dumps(value))))
            literals.append(literal)
            asserts.append(f"assert {name}(*{json.loads(text)!r}) == {literal}")
    except Exception:
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    # What nothing comes back from may have changed its argument instead.
    if not calls or any(value is None for _, value in calls):
        return None
    # APPS' harness makes numbers of such keys again, and these programs had texts.
    if any(isinstance(each, dict) and all(key.isdigit() for key in each) for arguments, _ in calls for each in arguments):
        return None
    return Function(name, code, calls, literals, asserts)


def _arguments(statement: str, name: str):
    """Those of the first call of `name` in an assert, if all are literals."""
    for node in ast.walk(ast.parse(statement)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            if not node.keywords:
                return [ast.literal_eval(each) for each in node.args]
    return None


@functools.lru_cache(maxsize=1)
def functions() -> list:
    found = {}
    for row in datasets.rows("func_python/mbpp_sanitized"):
        found[row["entry_point"]] = (row["canonical_solution"], row["base_input"])
    for row in datasets.rows("func_python/mbpp"):
        try:
            name = next(node.name for node in ast.parse(row["canonical_solution"]).body[::-1]
                        if isinstance(node, ast.FunctionDef))
            inputs = [_arguments(each, name) for each in row["test_list"]]
        except (StopIteration, SyntaxError, ValueError):
            continue
        if name not in found and all(each is not None for each in inputs):
            found[name] = (row["canonical_solution"], inputs)
    made = [_function(name, code.replace("\r\n", "\n"), [list(each) for each in inputs][:5])
            for name, (code, inputs) in sorted(found.items())]
    return [each for each in made if each is not None]


_WRONG_OUTPUT = """
import contextlib, io
written = io.StringIO()
with contextlib.redirect_stdout(written):
    try:
        exec(compile({code!r}, "main", "exec"), {{"__name__": "__main__"}})
    except SystemExit:
        pass
print(written.getvalue() + "x")
"""


def _contest_programs() -> Iterator[Program]:
    """CodeContests' solutions that print what the tests expect, token for token, in plain Python."""
    for row in datasets.rows("throughput/codecontests_py"):
        tests = [(each["input"], each["output"]) for each in row["tests"]][:4]
        if all(_prints(row["solution"], *each) for each in tests):
            yield Program(row["solution"], tests, _WRONG_OUTPUT.format(code=row["solution"]))


def _prints(code: str, given: str, expected: str) -> bool:
    try:
        ran = subprocess.run([datasets.PYTHON, "-c", code], input=given, capture_output=True, text=True, timeout=2)
    except subprocess.TimeoutExpired:
        return False
    lines = [each.split() for each in ran.stdout.rstrip().split("\n")]
    return ran.returncode == 0 and lines == [each.split() for each in expected.rstrip().split("\n")]


@functools.lru_cache(maxsize=2)
def programs(with_contests: bool) -> list:
    made = [Program(as_program(each), [(json.dumps(arguments) + "\n", json.dumps(value) + "\n")
                                       for arguments, value in each.calls], as_program(each, wrong=True))
            for each in functions()]
    return [*_contest_programs(), *made] if with_contests else made


# ---- shapes

def _cases(program: Program, **more) -> list:
    return [{"input": given, "output": expected, **more} for given, expected in program.tests]


def _columns(program: Program) -> dict:
    return {"input": [given for given, _ in program.tests], "output": [out for _, out in program.tests]}


def _in_out(program: Program) -> dict:
    columns = _columns(program)
    return {"inputs": columns["input"], "outputs": columns["output"]}


def _call_in_out(function: Function, wrap: bool = True) -> dict:
    return {"fn_name": function.name, "inputs": [arguments for arguments, _ in function.calls],
            "outputs": [[value] if wrap else value for _, value in function.calls]}


def _call_lines(function: Function) -> dict:
    """As verl's prime_code has calls: a JSON value a line, and the value's JSON."""
    return {"fn_name": function.name,
            "inputs": ["\n".join(json.dumps(each) for each in arguments) for arguments, _ in function.calls],
            "outputs": [json.dumps(value) for _, value in function.calls]}


def _packed(value) -> str:
    return base64.b64encode(zlib.compress(pickle.dumps(value))).decode()


def _apps(dice, it):
    if isinstance(it, Program):
        tests = _in_out(it)
        if dice.random() < 0.3:  # lines in a list
            tests = {key: [each.rstrip("\n").split("\n") for each in values] for key, values in tests.items()}
    else:
        tests = _call_in_out(it)
    return {"problem_id": dice.randrange(5000), "question": "q", "solutions": "[]", "starter_code": "",
            "difficulty": "interview", "url": "", "input_output": json.dumps(tests)}


def _taco(dice, it):
    row = _apps(dice, it)
    if not isinstance(it, Program):
        row["input_output"] = json.dumps(_call_in_out(it, wrap=dice.random() < 0.5))
    return {**row, "raw_tags": "[]", "skill_types": "[]", "time_limit": dice.choice([None, "2.0 seconds"]),
            "memory_limit": dice.choice([None, "256.0 megabytes", "256 megabytes"]), "picture_num": None}


def _code_contests(dice, it):
    sides = _columns(it)
    middle = dice.randrange(len(it.tests) + 1)
    parts = [{key: values[:middle] for key, values in sides.items()},
             {key: values[middle:] for key, values in sides.items()}]
    return {"name": "1_A. X", "description": "d", "difficulty": 7, "public_tests": parts[0],
            "private_tests": parts[1], "generated_tests": {"input": [], "output": []},
            "time_limit": dice.choice([None, {"seconds": 2, "nanos": 0}]), "memory_limit_bytes": 256 << 20}


_CHECKER = '''
import sys
given, wanted, got = (open(path).read().split() for path in sys.argv[1:4])
print(1 if wanted == got else 0)
'''
_TESTLIB = '''
#include "testlib.h"
int main(int argc, char* argv[]) {
  registerTestlibCmd(argc, argv);
  while (!ans.seekEof()) {
    if (ouf.seekEof() || ans.readToken() != ouf.readToken()) quitf(_wa, "differs");
  }
  quitf(_ok, "equal");
}
'''


def _codeforces(dice, it):
    return {"id": "1/A", "contest_id": "1", "title": "t", "description": "d", "time_limit": 2.0,
            "memory_limit": 256.0, "input_mode": "stdio", "interaction_format": None,
            "examples": _cases(it)[:1], "official_tests": _cases(it),
            "official_tests_complete": dice.random() < 0.5,
            "generated_checker": dice.choice([None, _CHECKER]), "executable": True}


def _aethercode(dice, it):
    return {"id": dice.randrange(60000), "description": "d", "time_limit": 2000, "memory_limit": 512,
            "test_cases": _cases(it), "checker": _TESTLIB, "year": 2024, "difficulty": "Easy"}


def _livecodebench(dice, it):
    if isinstance(it, Program):
        cases, metadata = _cases(it, testtype="stdin"), {}
    else:
        lines = _call_lines(it)
        cases = [{"input": given, "output": expected, "testtype": "functional"}
                 for given, expected in zip(lines["inputs"], lines["outputs"])]
        metadata = {"func_name": it.name}
    private = json.dumps(cases[1:])
    return {"question_title": "t", "question_content": "q", "question_id": "abc1_a", "starter_code": "",
            "difficulty": "easy", "contest_date": "2024-10-05T00:00:00", "platform": "atcoder",
            "public_test_cases": json.dumps(cases[:1]), "metadata": json.dumps(metadata),
            "private_test_cases": dice.choice([private, _packed(private)])}


def _typed(it) -> list:
    if isinstance(it, Program):
        return _cases(it, type="stdin_stdout")
    return [{"type": "function_call", "fn_name": it.name, "input": arguments, "output": [value]}
            for arguments, value in it.calls]


def _synthetic(dice, it):
    kind = dice.randrange(3)
    row = {"problem_id": "p", "source": "apps", "prompt": "q", "in_source_id": "1", "metadata": "{}",
           "gold_standard_solution": None, "task_type": "verifiable_code"}
    if kind < 2:  # SYNTHETIC-1: its repr, and of open-r1's copy the object
        info = {"language": "python", "test_cases": _typed(it)}
        return {**row, "verification_info": repr(info) if kind == 0 else info}
    columns = _in_out(it) if isinstance(it, Program) else _call_in_out(it)  # SYNTHETIC-2
    return {**row, "task_type": "prime_rl_code",
            "verification_info": json.dumps({"test_cases": json.dumps(columns)})}


def _deepcoder(dice, it):
    row = {"problem": "q", "solutions": ["s"], "starter_code": ""}
    kind = dice.randrange(3)
    if kind == 0:  # taco
        columns = _in_out(it) if isinstance(it, Program) else _call_in_out(it)
        return {**row, "tests": json.dumps(columns)}
    if kind == 1:  # primeintellect
        return {**row, "tests": json.dumps(_typed(it))}
    if isinstance(it, Program):  # lcbv5
        return {**row, "tests": json.dumps(_cases(it, testtype="stdin", metadata={"func_name": None}))}
    lines = _call_lines(it)
    return {**row, "tests": json.dumps([{"input": given, "output": expected, "testtype": "functional",
                                         "metadata": {"func_name": it.name}}
                                        for given, expected in zip(lines["inputs"], lines["outputs"])])}


def _verl(dice, it):
    if isinstance(it, Program):
        columns = _in_out(it)
        truth = dice.choice([columns, json.dumps(columns), {**_columns(it), "type": "stdin_stdout", "fn_name": None},
                             _typed(it), json.dumps(_typed(it))])
    else:
        truth = dice.choice([json.dumps(_call_in_out(it)), json.dumps(_call_lines(it)),
                             {"assert_case": it.asserts}, json.dumps(it.asserts)])
    if dice.random() < 0.5:
        return {"data_source": "taco", "ground_truth": truth}
    return {"data_source": "codecontests", "prompt": [{"role": "user", "content": "q"}], "ability": "code",
            "reward_model": {"style": "rule", "ground_truth": truth}, "extra_info": {"index": 3, "split": "train"}}


def _open_instruct(dice, it):
    if isinstance(it, Program):
        cases = _cases(it)
        truth = dice.choice([cases, json.dumps(cases), _packed(cases), _packed(json.dumps(cases))])
        return {"messages": [{"role": "user", "content": "q"}], "dataset": "code_stdio", "ground_truth": truth}
    truth = dice.choice([it.asserts, json.dumps(it.asserts), _packed(it.asserts)])
    if dice.random() < 0.2:
        return {"program": "x = 1", "tests": truth, "max_execution_time": 1.0}
    return {"messages": [{"role": "user", "content": "q"}], "dataset": "code", "ground_truth": truth}


def _common_oj(dice, it):
    cases = [{"input": {"stdin": given}, "output": {"stdout": out}} for given, out in it.tests]
    return {"id": dice.randrange(99), "content": "q", "labels": "{}", "test": dice.choice([cases, json.dumps(cases)])}


def _kodcode(dice, it):
    lines = dice.choice([f"from solution import {it.name}\n", f"from solution import (\n    {it.name},\n)\n",
                         "from solution import *\n"])
    kind = dice.randrange(4)
    if kind == 0:
        cases = ", ".join(f"({given!r}, {literal})" for (given, _), literal in zip(it.calls, it.literals))
        body = (f"import pytest\n\n@pytest.mark.parametrize('given, wanted', [{cases}])\n"
                f"def test_all(given, wanted):\n    assert {it.name}(*given) == wanted\n")
    elif kind == 1:
        tests = "".join(f"    def test_{i}(self):\n        {each}\n" for i, each in enumerate(it.asserts))
        body = f"class TestIt:\n{tests}"
    elif kind == 2:
        tests = "".join(f"    def test_{i}(self):\n        {each}\n" for i, each in enumerate(it.asserts))
        body = f"import unittest\n\nclass TestIt(unittest.TestCase):\n{tests}"
    elif kind == 3:
        body = "".join(f"def test_{i}():\n    {each}\n\n" for i, each in enumerate(it.asserts))
        body += "if __name__ == '__main__':\n    import pytest\n    pytest.main()\n"
    return {"version": "v1.0", "style": "instruct", "subset": "Prefill", "question_id": "P_1", "question": "q",
            "solution": it.code, "test": lines + "\n" + body,
            "test_info": [{"function_name": it.name, "function_declaration": f"def {it.name}(x):",
                           "parameter_list": "(x)", "docstring": ""}], "gpt_difficulty": "easy"}


def _acecode(dice, it):
    column = dice.choice(["test_cases", "tests"])
    return {"id": "oss_1", "source": "oss", "question": "q", column: it.asserts, "inferences": []}


def _humaneval(dice, it):
    lines = "".join(f"    {each}\n" for each in it.asserts).replace(f"assert {it.name}(", "assert candidate(")
    return {"task_id": "HumanEval/1", "prompt": "q", "canonical_solution": "", "entry_point": it.name,
            "test": f"METADATA = {{}}\n\ndef check(candidate):\n{lines}"}


def _mbpp(dice, it):
    return {"task_id": 11, "text": "q", "code": it.code, "test_list": it.asserts, "test_setup_code": "",
            "challenge_test_list": []}


# Whether programs, functions or both make rows of a format.
_MAKERS: dict = {
    "apps": (_apps, "both"), "taco": (_taco, "both"), "code_contests": (_code_contests, "programs"),
    "codeforces": (_codeforces, "programs"), "aethercode": (_aethercode, "programs"),
    "livecodebench": (_livecodebench, "both"), "synthetic": (_synthetic, "both"), "deepcoder": (_deepcoder, "both"),
    "verl": (_verl, "both"), "open_instruct": (_open_instruct, "both"), "common_oj": (_common_oj, "programs"),
    "kodcode": (_kodcode, "functions"), "acecode": (_acecode, "functions"),
    "humaneval": (_humaneval, "functions"), "mbpp": (_mbpp, "functions"),
}


def _code_rows(name: str, with_contests: bool) -> Iterator[Sample]:
    make, of = _MAKERS[name]
    dice = random.Random(f"{SEED} {name}")
    pool = [] if of == "functions" else list(programs(with_contests))
    pool += [] if of == "programs" else functions()
    dice.shuffle(pool)
    for it in pool:
        yield Sample(make(dice, it), it.code, it.wrong if isinstance(it, Program) else wrong_function(it))


# ---- mathematics: real rows

def _answers(row: dict, gold: str) -> Sample:
    bare = gold.replace(",", "")
    return Sample(row, f"So it is \\boxed{{{bare}}}.", f"So it is \\boxed{{17{bare}}}.")


def _is_number(text: str) -> bool:
    return text.replace(",", "").replace(".", "", 1).lstrip("-").isdigit()


def _math_rows(name: str) -> Iterator[Sample]:
    dice = random.Random(f"{SEED} {name}")
    for row in datasets.rows("math/answer_sets"):
        columns = {key: value for key, value in row.items() if key not in ("split_key", "dataset", "problem_id")}
        answer = str(row.get("answer") or "")
        if row["dataset"] == "gsm8k":
            gold = answer.rsplit("####", 1)[1].strip()
            if not _is_number(gold):
                continue
            if name == "gsm8k":
                yield _answers(columns, gold)
            elif name == "math":
                yield _answers({"problem": row["question"], "level": "Level 1", "type": "Algebra",
                                        "solution": f"Thus $\\boxed{{{gold}}}$."}, gold)
            elif name == "verl_math":
                truth = dice.choice([gold, json.dumps([gold])])
                yield _answers({"data_source": "math_dapo", "ability": "MATH",
                                        "prompt": [{"role": "user", "content": row["question"]}],
                                        "reward_model": {"style": "rule", "ground_truth": truth},
                                        "extra_info": {"index": 1}}, gold)
        elif name == "math_answer" and row["dataset"] in ("aime24", "amc23", "nemo-aime24", "nemo-aime25", "svamp",
                                                          "asdiv", "mawps", "cmath"):
            if _is_number(answer):
                yield _answers(columns, answer)


FORMATS = (*_MAKERS, "gsm8k", "math", "math_answer", "verl_math")


def rows_of(name: str, most: int, with_contests: bool = False) -> list:
    """At most that many rows of a format; "verl_math" is mathematics in verl's. `with_contests`: programs
    of CodeContests, too, which are run first to see that they are right."""
    made = _code_rows(name, with_contests) if name in _MAKERS else _math_rows(name)
    return list(itertools.islice(made, most))
