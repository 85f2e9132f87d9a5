"""Pairs of a gold and a response whose labels are certain by construction.

A category builds *items*: one mathematical value with several correct spellings, and spellings of
values made different on purpose. Every label follows from how the item was built; nothing here asks
a verifier or an algebra system. The same seed gives the same pairs on every machine.

    python3 pairs.py [--seed N] > pairs.jsonl; assay math audit pairs.jsonl
"""

import argparse
import json
import random
import sys
from dataclasses import dataclass
from typing import Callable, Iterable, Iterator

SEED = 11


@dataclass
class Item:
    right: list[str]                # spellings of the value
    wrong: list[str]                # spellings of other values
    golds: list[str] | None = None  # how a data set writes the value; None: as any right spelling
    whole: bool = False             # the spellings are whole responses, not the inside of a box


@dataclass(frozen=True)
class Pair:
    category: str
    gold: str
    response: str
    expected: bool


Category = Callable[[random.Random], Item]
CATEGORIES: dict[str, tuple[Category, int]] = {}


def category(items: int = 6) -> Callable[[Category], Category]:
    """Registers a builder of items under its name, asked `items` times."""
    def register(build: Category) -> Category:
        assert build.__name__ not in CATEGORIES, build.__name__
        CATEGORIES[build.__name__] = (build, items)
        return build
    return register


def frac(over: object, under: object) -> str:
    return rf"\frac{{{over}}}{{{under}}}"


def signed(number: int) -> str:
    """The number as a later term of a sum: +3 or -3."""
    return f"{number:+d}"


def term(coefficient: int, symbol: str, first: bool = False) -> str:
    """coefficient·symbol as people write it; empty for a coefficient of zero."""
    if coefficient == 0:
        return ""
    sign = "-" if coefficient < 0 else "" if first else "+"
    return f"{sign}{abs(coefficient) if abs(coefficient) != 1 else ''}{symbol}"


def pick(rng: random.Random, low: int, high: int, *without: int) -> int:
    """A whole number of low..high that is none of `without`."""
    return rng.choice([n for n in range(low, high + 1) if n not in without])


def boxed(answer: str) -> str:
    return rf"Hence the answer is $\boxed{{{answer}}}$."


def pairs_of(name: str, items: Iterable[Item], rng: random.Random) -> Iterator[Pair]:
    seen = set()
    for item in items:
        golds = item.golds or item.right
        both = set(item.wrong) & set(item.right + golds)
        assert not both, f"{name}: {both} is both right and wrong"
        for answers, expected in ((item.right, True), (item.wrong, False)):
            for answer in answers:
                # A gold that is the answer itself would show nothing.
                others = [gold for gold in golds if gold != answer] or golds
                gold = rng.choice(others)
                response = answer if item.whole else boxed(answer)
                if (gold, response) not in seen:
                    seen.add((gold, response))
                    yield Pair(name, gold, response, expected)


def all_pairs(seed: int = SEED) -> list[Pair]:
    import pairs_algebra    # noqa: F401  (they register their categories)
    import pairs_calculus   # noqa: F401
    import pairs_numbers    # noqa: F401
    import pairs_objects    # noqa: F401
    import pairs_relations  # noqa: F401
    import pairs_units      # noqa: F401
    import pairs_words      # noqa: F401
    result = []
    for name, (build, items) in sorted(CATEGORIES.items()):
        rng = random.Random(f"{seed}/{name}")
        result += pairs_of(name, [build(rng) for _ in range(items)], rng)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=SEED)
    for number, pair in enumerate(all_pairs(parser.parse_args().seed)):
        json.dump({"id": str(number), "category": pair.category, "gold": pair.gold,
                   "response": pair.response, "expected": pair.expected}, sys.stdout,
                  ensure_ascii=False)
        print()


if __name__ == "__main__":
    # The categories register in the module `pairs`, which is not `__main__`.
    import pairs
    pairs.main()
