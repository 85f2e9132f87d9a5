"""Function calls in languages whose toolchains not every machine has: right, wrong, crashing, leaving, lying and
deeply nested, and the types that LeetCode-shaped data has.

    make check-toolchains
"""

import pytest

from .calls import CALLS
from .test_toolchains import missing, need  # noqa: F401

pytestmark = pytest.mark.parametrize("language", CALLS)


@pytest.fixture(autouse=True)
def _needed(missing, language):  # noqa: F811
    need(missing, language)


def call(server, language, code, function, arguments, expected):
    """Verdict and reason of one call."""
    problem = {"mode": "function_call", "function_name": function,
               "tests": [{"input": arguments, "expected": expected}]}
    reply = server.post("/v1/verify", {"language": language, "code": code, "problem": problem,
                                       "limits": {"cpu_time_s": 10, "wall_time_s": 30}})
    assert reply.status == 200, reply.body
    result = reply.json()
    if "with Mono only" in str(result.get("message", "")):
        pytest.skip(result["message"])
    return result


def reasons(server, language, code, function, *calls):
    results = [call(server, language, code, function, arguments, expected) for arguments, expected in calls]
    assert all(result["separation"] == "process" for result in results), results
    return [(result["verdict"], result["reason"]) for result in results]


RIGHT = ("AC", "accepted")


@pytest.mark.parametrize("style", ["act", "solution"])
def test_ends_of_calls_are_told_apart(server, language, style):
    code = getattr(CALLS[language], style)
    acts = {how: call(server, language, code, "act", [[3, 1, 2], how], [1, 2, 3])
            for how in ("sort", "crash", "exit", "print", "reply")}
    got = {how: (result["verdict"], result["reason"]) for how, result in acts.items()}
    # What a program says on stdout is no answer, and of two answers none counts.
    assert got == {"sort": RIGHT, "crash": ("RE", "exception"), "exit": ("RE", "no_reply"),
                   "print": ("WA", "different_value"), "reply": ("RE", "bad_reply")}, acts
    assert reasons(server, language, code, "act", ([[3, 1, 2], "sort"], [1, 3, 2])) == [("WA", "different_value")]
    assert reasons(server, language, code, "act", ([[3], "stdin"], [0]), ([[3], "deep"], [50000])) == [RIGHT] * 2


def test_wrong_arguments_are_told_from_wrong_answers(server, language):
    code = CALLS[language].act
    if language in ("go", "rust", "csharp"):  # which check them
        assert reasons(server, language, code, "act", ([[3, 1]], [1]), ([[3], "sort", 1], [1]), (["x", "sort"], [1]),
                       ([[2.5], "sort"], [1]), ([[99999999999999999999], "sort"], [1])) == [("RE", "bad_arguments")] * 5
    else:
        assert reasons(server, language, code, "act", ([], [1])) == [("RE", "exception")]
    absent = call(server, language, code, "nothing_of_this_name", [[1]], 1)
    assert (absent["verdict"], absent["reason"]) == (
        ("CE" if CALLS[language].missing == "compile_error" else "RE"), CALLS[language].missing), absent


def test_what_does_not_compile_is_a_compile_error(server, language):
    result = call(server, language, CALLS[language].broken, "act", [[1], "sort"], [1])
    assert (result["verdict"], result["reason"]) == ("CE", "compile_error"), result


def test_lists_and_trees(server, language):
    calls = CALLS[language]
    assert reasons(server, language, calls.lists, "lists", ([[1, 2, 3]], [3, 2, 1]), ([[]], []), ([[7]], [7]),
                   ([list(range(5000))], list(range(4999, -1, -1)))) == [RIGHT] * 4
    assert reasons(server, language, calls.lists, "lists", ([[1, 2]], [1, 2])) == [("WA", "different_value")]
    assert reasons(server, language, calls.trees, "trees", ([[4, 2, 7, 1, 3, None, 9]], [4, 7, 2, 9, None, 3, 1]),
                   ([[]], []), ([[1, None, 2, None, 3]], [1, 2, None, 3]),
                   ([[1, 2, None, 3]], [1, None, 2, None, 3])) == [RIGHT] * 4


def test_work_in_place_is_seen(server, language):
    assert reasons(server, language, CALLS[language].place, "place", ([[1, 2, 3, 4], 1], [4, 1, 2, 3]),
                   ([[], 0], []), ([[1, 2], 1], [1, 2])) == [RIGHT, RIGHT, ("WA", "different_value")]


def test_types_of_leetcode(server, language):
    given = [1, 2 ** 62, 3.5, True, "é😀\"\\\n", "c", ["a", ""], [["x", "y"], []], {"a": 5, "b": 6}]
    back = [2, 2 ** 62 + 1, 1.75, False, "é😀\"\\\n!", "c", ["a", ""], [["x", "y"], []], 5]
    if language == "rust":  # whose tuples of many parts no trait knows
        back = [*back[:5], back[5:]]
    assert reasons(server, language, CALLS[language].types, "types", (given, back)) == [RIGHT]


def test_nested_tables_and_nothing_at_all(server, language):
    calls = CALLS[language]
    table = [[[1, 2, 3], []], [], [[4, 5]]]
    turned = [[[3, 2, 1], []], [], [[5, 4]]]
    assert reasons(server, language, calls.table, "table", ([table], turned), ([[]], [])) == [RIGHT] * 2
    assert reasons(server, language, calls.optional, "optional", ([5], 5), ([None], None)) == [RIGHT] * 2
