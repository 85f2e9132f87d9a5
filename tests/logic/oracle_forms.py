"""How answers are read, as the headers of src/logic/ and the prompts say it; shared by the oracles.

Nothing here comes from the program: what is read in another way by it is a disagreement.
"""

import functools
import json
import re


class Unreadable(Exception):
    """The answer hasn't the form that its prompt asks for."""


NOTHING = " \t\r,\"'|"


def lines(answer):
    """rows.h: white space, commas, quotes and bars mean nothing; rows end with their line or with a bracket."""
    rows = [re.sub(f"[{NOTHING}]+", " ", line).strip(" ") for line in re.split(r"[\n\[\]]", answer)]
    return [row.split(" ") for row in rows if row]


def marks(answer):
    """A grid of single characters."""
    return [lowered("".join(words)) for words in lines(answer)]


def integer(word):
    """answer.h: at most nine digits, a sign may stand before them."""
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", word):
        raise Unreadable
    return int(word)


def numbers(answer, digits=False):
    """A grid of integers. `digits`: if all rows are of digits without spaces, each is a number."""
    rows = lines(answer)
    if digits and all(len(words) == 1 and re.fullmatch("[1-9][0-9]+", words[0]) for words in rows):
        rows = [words[0] for words in rows]
    return [[integer(word) for word in words] for words in rows]


def words_of(answer):
    """word_list.h: white space, commas, quotes, semicolons and square brackets stand between words."""
    return re.sub("[ \t\r\n,\"'`;\\[\\]]+", " ", lowered(answer)).split()


def lowered(answer):
    """ASCII letters only: no other letter becomes one of them."""
    return re.sub("[A-Z]", lambda letter: letter[0].lower(), answer)


def token_lines(answer):
    """names.h: words end with white space, with one of ,;|"'`=-*> and with a colon that has no digit behind it."""
    cut = re.sub(r"[\[\](){}]", "\n", lowered(answer))
    cut = re.sub(r"[,;|\"'`=*>\t\r-]|:(?![0-9])", " ", cut)
    return [line.split(" ") for line in (re.sub(" +", " ", line).strip(" ") for line in cut.split("\n")) if line]


def tokens(answer):
    return [word for line in token_lines(answer) for word in line]


def same_size(rows, others):
    return len(rows) == len(others) and all(len(row) == len(other) for row, other in zip(rows, others))


def columns(grid):
    return [list(column) for column in zip(*grid)]


def everywhere(grid):
    return [(r, c) for r, row in enumerate(grid) for c in range(len(row))]


SIDES = [(-1, 0), (0, 1), (1, 0), (0, -1)]
AROUND = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if dr or dc]


def beside(grid, r, c, steps):
    """The cells of the grid that are one of the steps away."""
    return [(r + dr, c + dc) for dr, dc in steps if 0 <= r + dr < len(grid) and 0 <= c + dc < len(grid[0])]


def is_latin(rows):
    every = list(range(1, len(rows) + 1))
    return all(sorted(line) == every for line in rows + columns(rows))


def readable(check):
    """A check for which what can't be read is wrong, and also what has more than 16 KiB (kind.h)."""
    @functools.wraps(check)
    def checked(facts, answer):
        try:
            return len(answer.encode()) <= 16 << 10 and bool(check(facts, answer))
        except Unreadable:
            return False
    return checked


def once(function):
    """For what is long to find and is asked for again with each answer to the same puzzle."""
    @functools.lru_cache(maxsize=64)
    def known(text):
        return function(json.loads(text))
    return lambda facts: known(json.dumps(facts))
