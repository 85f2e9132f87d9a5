"""What is proved of a kind of puzzle: each step returns (how many, of them right, disagreements).

A disagreement is {"facts", "answer", "program", "oracle"}.
"""

import random

import mutate
import program
import relax
import spaces
from oracles import CHECKS, READ


def compare(binary, kind, pairs):
    """What program and oracle say of each answer."""
    said = program.verdicts(binary, pairs)
    told = [CHECKS[kind](row["puzzle"]["facts"], answer) for row, answer in pairs]
    differ = [{"facts": row["puzzle"]["facts"], "answer": answer, "program": reason, "oracle": oracle}
              for (row, answer), (right, reason), oracle in zip(pairs, said, told) if right != oracle]
    return len(pairs), sum(told), differ


def solved_puzzles(binary, kind, count, seed):
    """At least `count`, the five difficulties alike: [(row, answer)]."""
    pairs = program.solve(binary, program.make(binary, kind, -(-count // 5), seed))
    rows = [row for row, _ in pairs]
    assert len({row["id"] for row in rows}) == len(rows) and {row["difficulty"] for row in rows} == {1, 2, 3, 4, 5}
    return pairs


def told(kind, pairs):
    """What prompts tell against facts."""
    differ = []
    for row, _ in pairs:
        try:
            facts = READ[kind](row["prompt"])
        except (AssertionError, AttributeError, IndexError, KeyError, StopIteration, TypeError, ValueError) as error:
            facts = repr(error)
        if facts != row["puzzle"]["facts"]:
            differ.append({"facts": row["puzzle"]["facts"], "answer": row["prompt"], "program": "", "oracle": facts})
    return len(pairs), len(pairs) - len(differ), differ


def mutated(binary, kind, pairs, count, seed):
    """At least `count` mutants where answers have that many, as many of each."""
    dice = random.Random(f"mutants of {kind} {seed}")
    answers = [answer.strip("\n") for _, answer in pairs]
    each = -(-count // len(pairs))
    return compare(binary, kind, [(row, mutant) for row, answer in pairs
                                  for mutant in mutate.mutants(dice, kind, answer, answers, each)])


def near(binary, kind, pairs, seed):
    """Answers to puzzles that are nearly the same: they keep most of the rules."""
    dice = random.Random(f"near {kind} {seed}")
    nears = [(row, relax.relaxed(dice, kind, row["puzzle"]["facts"], answer.strip("\n"))) for row, answer in pairs]
    return compare(binary, kind, [(row, relax.with_givens(kind, row["puzzle"]["facts"], answer))
                                  for row, answer in program.near_answers(binary, nears)])


def other_forms(binary, kind, pairs, seed):
    """All are right."""
    dice = random.Random(f"forms of {kind} {seed}")
    return compare(binary, kind, [(row, mutate.harmless(dice, kind, answer)) for row, answer in pairs])


def whole_spaces(binary, kind, rows, most=spaces.MOST):
    """All answers of small puzzles, and a draw of those of larger ones."""
    return compare(binary, kind, [(row, answer) for row in rows
                                  for answer in spaces.SPACES[kind](row["puzzle"]["facts"]).answers(most)])
