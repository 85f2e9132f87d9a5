"""`assay logic`: every kind's verifier and solver against second implementations, written from the rules alone.

ASSAY_LOGIC_COUNT is how many puzzles and how many mutants there are of each kind [30]; check_kinds.py takes 1,000.
"""

import functools
import json
import os

import pytest

import mutate
import program
import proof
import small
from harness import server as harness
from oracles import CHECKS

COUNT = int(os.environ.get("ASSAY_LOGIC_COUNT", "30"))
NAMED = 20  # faulty rows that a command names; it counts the others
BINARY = harness.binary()


@functools.lru_cache(maxsize=1)  # the tests of a kind stand next to one another
def solved(kind):
    return proof.solved_puzzles(BINARY, kind, COUNT, seed=1)


def agreed(made, right, differ):
    assert not differ, f"{len(differ)} of {made}: " + json.dumps(differ[:3], ensure_ascii=False, indent=1)
    return made, right


every_kind = pytest.mark.parametrize("kind", sorted(CHECKS), scope="module")


def test_all_kinds_are_here():
    listed = program.run(BINARY, "kinds").stdout.split("\n")[1:]
    assert [line.split()[0] for line in listed if line.strip()] == sorted(CHECKS) and len(CHECKS) == 29


@every_kind
def test_every_solution_is_right(kind):
    pairs = solved(kind)
    assert agreed(*proof.compare(BINARY, kind, pairs)) == (len(pairs), len(pairs))
    for row, _ in pairs:
        assert "code block" in row["prompt"] and row["data_source"] == f"logic/{kind}" and row["puzzle"]["kind"] == kind


@every_kind
def test_prompts_tell_the_facts(kind):
    made, alike = agreed(*proof.told(kind, solved(kind)))
    assert made == alike


@every_kind
def test_mutated_answers_are_judged_alike(kind):
    made, right = agreed(*proof.mutated(BINARY, kind, solved(kind), COUNT, seed=1))
    assert made >= COUNT and 0 < right < made


@every_kind
def test_answers_to_near_puzzles_are_judged_alike(kind):
    made, _ = agreed(*proof.near(BINARY, kind, solved(kind), seed=1))
    assert made > 0


@every_kind
def test_other_forms_are_right(kind):
    made, right = agreed(*proof.other_forms(BINARY, kind, solved(kind), seed=1))
    assert made == right >= COUNT


@every_kind
def test_no_other_answers_are_right(kind):
    """All answers, or a draw of them, to a puzzle of the easiest."""
    made, _ = agreed(*proof.whole_spaces(BINARY, kind, [row for row, _ in solved(kind)][:1], most=400))
    assert made > 1


@every_kind
def test_any_answer_may_come(kind):
    row, answer = solved(kind)[0]
    agreed(*proof.compare(BINARY, kind, [(row, hostile) for hostile in mutate.HOSTILE]))


WHERE = [("{}", False), ("```\n{}", False), ("```\n{}\n```", True), ("```text\n{}\n```\nThat is all.", True),
         ("```\n0 0 0 0\n```\nNo:\n```\n{}\n```", True), ("\\boxed{{{}}}", None), ("<answer>{}</answer>", True),
         ("<answer>0 0</answer> or <answer>\n{}\n</answer>", True),
         ("<think>```\n1 2\n```</think>\n```\n{}\n```", True),
         ("```\n{}\n```\n\\boxed{{0 0}} <answer>0 0</answer>", True), ("```\n{}\n```\nor\n```\n0 0 0 0\n```", False)]


@every_kind
def test_where_an_answer_stands(kind):
    """The last code block; without one what is boxed or tagged."""
    row, answer = solved(kind)[0]
    answer = answer.strip("\n")
    judged, _ = program.verb(BINARY, "judge", [{**row, "response": form.format(answer)} for form, _ in WHERE])
    for (form, right), each in zip(WHERE, judged):
        if right is None:  # a brace of the answer's may close the box
            right = not set("{}") & set(answer)
        assert each["right"] == right, (form, each)
    assert [each["reason"] for each in judged[:2]] == ["no_answer"] * 2


@pytest.mark.parametrize("kind, facts, count", [pytest.param(*case, id=f"{case[0]}-{place}")
                                               for place, case in enumerate(small.CASES)])
def test_exactly_all_right_answers_are_taken(kind, facts, count):
    """Every answer to a small puzzle."""
    row = {"puzzle": {"kind": kind, "facts": facts}}
    made, right = agreed(*proof.whole_spaces(BINARY, kind, [row], most=small.MOST))
    assert right == count < made
    if right:
        assert agreed(*proof.compare(BINARY, kind, program.solve(BINARY, [row]))) == (1, 1)
    else:
        assert program.verb(BINARY, "solve", [row], code=1)[0] == []


def test_no_misread_answer_is_right():
    for kind, facts, answer in small.MISREAD:
        assert agreed(*proof.compare(BINARY, kind, [({"puzzle": {"kind": kind, "facts": facts}}, answer)])) == (1, 0)


def broken(facts):
    """Facts that can't be a puzzle's, with the member that is at fault."""
    for name, value in facts.items():
        yield name, {other: facts[other] for other in facts if other != name}
        wrong = [None, {}, True, 1.5, "Ω" * 5000, 10 ** 9, -10 ** 9, [], [[]], [{}], [None]]
        if isinstance(value, list):
            wrong += [value * 1000, [[value] * 50] * 50, value[:-1] + [{}], value[:-1] + [10 ** 9]]
        elif isinstance(value, str):
            wrong += [value + "\0", value * 1000, [value]]
        else:
            wrong += [str(value), [value], value + 0.5]
        for each in wrong:
            yield name, {**facts, name: each}


@every_kind
def test_faulty_facts_are_named(kind):
    row, answer = solved(kind)[-1]
    cases = list(broken(row["puzzle"]["facts"]))
    rows = [{"puzzle": {"kind": kind, "facts": facts}, "response": program.fenced(answer)} for _, facts in cases]
    for name in ("solve", "judge"):
        taken, said = program.verb(BINARY, name, rows, code=1)
        assert not taken, taken[:1]
        named = [line for line in said.split("\n") if line.startswith("row ")]
        assert len(named) == min(len(cases), NAMED) and f"{len(cases)} rows without" in said
        for place, ((member, facts), line) in enumerate(zip(cases, named), 1):
            assert line.startswith(f"row {place}: ") and len(line) < 300, (line, member, str(facts)[:300])
