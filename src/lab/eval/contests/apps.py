# APPS' judging of one program (eval/testing_util.py of hendrycks/apps at 362aedc), rebuilt over
# inprocess.py. Every test is run and the share of those passed is said; _TASK: code, inputs, outputs
# (JSON values), fn_name, seconds. All tests together have ten seconds: then nothing has passed.
_WHOLE_SECONDS = 10
_IMPORTS = """import sys
import time
import itertools
from itertools import accumulate, product, permutations, combinations
import collections
from collections import Counter, OrderedDict, deque, defaultdict, ChainMap
from functools import lru_cache
import math
from math import sqrt, sin, cos, tan, ceil, fabs, floor, gcd, exp, log, log2
import fractions
from typing import List, Tuple
try:
    import numpy as np
except ImportError:
    pass
import random
import heapq
from heapq import *
"""


def _is_import(line):
    return line.startswith("from ") or line.startswith("import ")


def _as_function(code):
    """The program, indented by a tab from its first line that is no import on."""
    text, started = "", False
    for line in code.split("\n"):
        if not _is_import(line) and not started:
            text += "stdin = sys.stdin\nstdout = sys.stdout\ndef code():\n"
            started = True
        text += ("\t" if started else "") + line + "\n"
    return text


def _method(alarm):
    code, name = _TASK["code"], _TASK["fn_name"]
    module = _types.ModuleType("tmp_sol", "")
    alarm.set(_TASK["seconds"])
    exec(_IMPORTS + (code if name else _as_function(code)), module.__dict__)
    holder = module.Solution() if name and "class Solution" in code else module
    alarm.set(0)
    return getattr(holder, name or "code")


def _with_int_keys(value):
    """JSON has texts for keys; a dict, or a list that begins with one, gets numbers."""
    first = value
    if isinstance(value, list) and value:
        first = value[0]
    if not isinstance(first, dict):
        return value
    try:
        return [{int(key): item for key, item in first.items()}]
    except ValueError:
        return value


def _right_result(result, expected):
    if isinstance(result, tuple):
        result = list(result)
    if result == expected:
        return True
    if not isinstance(expected, list) or not expected:
        return False
    if result == expected[0]:
        return True
    try:
        return isinstance(result[0], tuple) and [list(row) for row in result] == expected[0]
    except Exception:
        return False


def _all_close(got, wanted):
    return len(got) == len(wanted) and all(
        a == b or abs(a - b) <= 1e-8 + 1e-5 * abs(b) for a, b in zip(got, wanted))


def _floats(lines):
    try:
        return [float(line) for line in lines]
    except ValueError:
        return None


def _rounded(sets):
    try:
        return {frozenset(round(float(word), 3) for word in words) for words in sets}
    except ValueError:
        return None


def _right_output(output, expected):
    """What is printed may differ in more and more ways: white space, floats, order within lines, and
    in the end which lines there are how often."""
    if "\n".join(output).strip() == expected.strip():
        return True
    if "\n".join(line.strip() for line in output).strip() == expected.strip():
        return True
    wanted = [line.strip() for line in expected.split("\n") if line]
    lines = [line for line in output if line]
    if output == wanted or lines == wanted:
        return True
    got_numbers, wanted_numbers = _floats(lines), _floats(wanted)
    if got_numbers is not None and wanted_numbers is not None:
        if _all_close(got_numbers, wanted_numbers):
            return True
    wanted_words = [line.split() for line in wanted]
    words = [line.split() for line in lines if line.split()]
    if {frozenset(line) for line in words} == {frozenset(line) for line in wanted_words}:
        return True
    got_round, wanted_round = _rounded(words), _rounded(wanted_words)
    return got_round is not None and got_round == wanted_round


def _one(method, alarm, given, expected):
    if _TASK["fn_name"]:
        result = method(*_with_int_keys(given))
        alarm.set(0)
        return _right_result(result, _with_int_keys(expected))
    given = "\n".join(given) if isinstance(given, list) else given
    expected = "\n".join(expected) if isinstance(expected, list) else expected
    with _Captured() as captured:
        _call_with_input(method, given, _io.StringIO(given))
        alarm.set(0)
    return _right_output(captured.text.splitlines(), expected)


def _judge():
    alarm = _Alarm()
    _disable(["exit", "quit", "help"])
    try:
        method = _method(alarm)
    except Exception as error:
        return 0, repr(error)
    finally:
        alarm.set(0)
    passed = 0
    for given, expected in zip(_TASK["inputs"], _TASK["outputs"]):
        alarm.set(_TASK["seconds"])
        try:
            passed += bool(_one(method, alarm, given, expected))
        except Exception:
            pass
        finally:
            alarm.set(0)
    return passed, ""


def _main():
    result = _judge_in_child(_judge, _WHOLE_SECONDS + 1)
    passed, details = result if result else (0, "the child ended without a word")
    _say(passed, len(_TASK["inputs"]), details)


_main()
