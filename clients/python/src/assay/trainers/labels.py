"""What a label says a sample is judged by: a gold answer, or the tests of a program.

Understood, as values or as their JSON text:

    "42", 42                                        a gold answer
    {"gold": …}, or "answer", "ground_truth", …      the same
    {"problem": {…}, "language"?, "limits"?}         a problem of the native route
    {"inputs": […], "outputs": […], "fn_name"?}      verl's test cases
    [{"input": …, "output": …}, …]                   programs from stdin to stdout
    ["assert …", …]                                  asserts in Python
    {"tests": either list, "language"?}

The routes for OpenRLHF and slime read the same. Packed pickles are not unpacked here.
"""

from __future__ import annotations

import json
from typing import Any, List, Mapping, Optional, Sequence

from assay.errors import InvalidRequest, invalid
from assay.items import Item, MathAnswer, Problem, Submission

_GOLDS = ("gold", "answer", "ground_truth", "expected_answer", "solution")
_TESTS = ("tests", "test_cases", "test_list", "unit_tests")
_DEEPEST = 3


def item(label: Any, response: str, **more: Any) -> Item:
    """The item that judges `response` by `label`. `more`: fields of a Submission or a MathAnswer, as `stop`;
    those of the other kind are left out. A label that isn't understood is an InvalidRequest that says why."""
    if hasattr(label, "item") and not isinstance(label, (str, bytes)) and getattr(label, "ndim", 1) == 0:
        label = label.item()  # a number of NumPy's
    elif hasattr(label, "tolist"):
        label = label.tolist()  # an array: rows that came through Parquet
    return _read(label, response, more, 0)


def _read(label: Any, response: str, more: Mapping[str, Any], depth: int) -> Item:
    if label is None:
        raise invalid("label", "is None: it must hold a gold answer, or the tests of a program")
    if isinstance(label, str):
        text = label.strip()
        if depth < _DEEPEST and text[:1] in ("{", "["):
            try:
                value = json.loads(text)
            except ValueError:
                value = None
            # An interval and a set of numbers look like lists, too: those are answers.
            if isinstance(value, Mapping) or _are_tests(value):
                return _read(value, response, more, depth + 1)
        if not text:
            raise invalid("label", "is empty: it must hold a gold answer")
        return _answer(label, response, more)
    if isinstance(label, bool) or isinstance(label, (int, float)):
        return _answer(label if not isinstance(label, bool) else str(label), response, more)
    if isinstance(label, Mapping):
        return _mapping(label, response, more, depth)
    if isinstance(label, Sequence) and not isinstance(label, bytes):
        if _are_tests(label):
            return _tests(label, {}, response, more)
        if len(label) == 1 and isinstance(label[0], (str, int, float)):
            return _answer(label[0], response, more)
    raise invalid("label", f"is neither a gold answer nor tests: {type(label).__name__}")


def _mapping(label: Mapping[str, Any], response: str, more: Mapping[str, Any], depth: int) -> Item:
    if isinstance(label.get("problem"), Mapping):
        problem = label["problem"]
        named = problem.get("sha256")
        return _program(named if named is not None else Problem(problem), label, response, more)
    for name in _TESTS:
        tests = label.get(name)
        if tests is None:
            continue
        if isinstance(tests, str):
            tests = _json(name, tests)
        if isinstance(tests, Mapping):
            return _two_lists(tests, label, response, more)
        return _tests(tests, label, response, more)
    if "inputs" in label and "outputs" in label:
        return _two_lists(label, label, response, more)
    for name in ("input_output", *_GOLDS):
        if label.get(name) is not None and depth < _DEEPEST:
            return _read(label[name], response, more, depth + 1)
    raise invalid("label", "has none of the members that are understood: problem, tests, inputs and outputs, gold, "
                           "answer, ground_truth")


def _json(name: str, text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise invalid(f"label.{name}", f"is no JSON: {error}") from None


def _are_tests(value: Any) -> bool:
    if not isinstance(value, Sequence) or isinstance(value, (str, bytes)) or not value:
        return False
    first = value[0]
    return (isinstance(first, Mapping) and "input" in first) or \
        (isinstance(first, str) and first.lstrip().startswith("assert"))


def _tests(tests: Any, label: Mapping[str, Any], response: str, more: Mapping[str, Any]) -> Item:
    if not _are_tests(tests):
        raise invalid("label.tests", 'holds no tests: they are {"input": …, "output": …} or "assert …"')
    if isinstance(tests[0], str):
        return _program(Problem.asserts("\n".join(tests) + "\n"), label, response, more)
    try:
        inputs = [test["input"] for test in tests]
        outputs = [test["output"] if "output" in test else test["expected"] for test in tests]
    except (KeyError, TypeError):
        raise invalid("label.tests", 'has one that is no {"input": …, "output": …}') from None
    return _pairs(inputs, outputs, label.get("fn_name"), label, response, more)


def _two_lists(lists: Mapping[str, Any], label: Mapping[str, Any], response: str, more: Mapping[str, Any]) -> Item:
    inputs = lists.get("inputs", lists.get("input"))
    outputs = lists.get("outputs", lists.get("output"))
    inputs = inputs.tolist() if hasattr(inputs, "tolist") else inputs
    outputs = outputs.tolist() if hasattr(outputs, "tolist") else outputs
    if not isinstance(inputs, list) or not isinstance(outputs, list) or len(inputs) != len(outputs):
        raise invalid("label", "needs two lists of the same length, inputs and outputs")
    return _pairs(inputs, outputs, lists.get("fn_name"), label, response, more)


def _pairs(inputs: List[Any], outputs: List[Any], name: Optional[str], label: Mapping[str, Any], response: str,
           more: Mapping[str, Any]) -> Item:
    if not inputs:
        raise invalid("label.tests", "is empty: no test is never a pass")
    if name:
        calls = [(_arguments(given, i), _value(wanted)) for i, (given, wanted) in enumerate(zip(inputs, outputs))]
        return _program(Problem.function_call(name, calls), label, response, more)
    for i, text in enumerate([*inputs, *outputs]):
        if not isinstance(text, str):
            where = f"inputs[{i}]" if i < len(inputs) else f"outputs[{i - len(inputs)}]"
            raise invalid(f"label.{where}", "must be a text: stdin and stdout have no other")
    return _program(Problem.stdin_stdout(list(zip(inputs, outputs))), label, response, more)


def _arguments(given: Any, index: int) -> List[Any]:
    """A list of arguments, or JSON of one a line."""
    if isinstance(given, list):
        return given
    if isinstance(given, str):
        try:
            return [json.loads(line) for line in given.split("\n") if line.strip()]
        except ValueError:
            pass
    raise invalid(f"label.inputs[{index}]", "must be a list of arguments, or JSON of one a line")


def _value(wanted: Any) -> Any:
    if not isinstance(wanted, str):
        # Lists of one value, as APPS writes them.
        return wanted[0] if isinstance(wanted, list) and len(wanted) == 1 else wanted
    try:
        return json.loads(wanted)
    except ValueError:
        return wanted


_OF_PROGRAMS = ("id", "stop", "limits", "compile_limits", "priority", "extraction", "cache", "run", "step", "group",
                "sample", "tenant")
_OF_ANSWERS = ("id", "profile", "options", "run", "step", "group", "sample", "tenant")


def _answer(gold: Any, response: str, more: Mapping[str, Any]) -> Item:
    return MathAnswer(gold=gold, response=response, **{key: more[key] for key in _OF_ANSWERS if key in more})


def _program(problem: Any, label: Mapping[str, Any], response: str, more: Mapping[str, Any]) -> Item:
    fields = {key: more[key] for key in _OF_PROGRAMS if key in more}
    limits = dict(label["limits"]) if isinstance(label.get("limits"), Mapping) else {}
    if label.get("time_limit_s") is not None:
        limits.setdefault("cpu_time_s", label["time_limit_s"])
        limits.setdefault("wall_time_s", label["time_limit_s"])
    if label.get("memory_mb") is not None:
        limits.setdefault("memory_mb", label["memory_mb"])
    if limits:
        fields.setdefault("limits", limits)
    language = label.get("language") or more.get("language") or "python"
    return Submission(problem, response=response, language=language, **fields)


__all__ = ["InvalidRequest", "item"]
