"""All answers that a small puzzle can have, and some that it can't: every one is judged, so that exactly the right ones
are accepted. Of a larger puzzle a draw of them.
"""

import itertools
import random

MOST = 6000  # of one puzzle


class Space:
    """The ways to fill places; `parts` are the choices of each place, `text` makes an answer of one choice for each."""

    def __init__(self, parts, text):
        self.parts, self.text = parts, text

    def answers(self, most=MOST):
        size = 1
        for part in self.parts:
            size *= len(part)
        if size <= most:
            found = (self.text(choice) for choice in itertools.product(*self.parts))
        else:
            dice = random.Random(size)
            found = (self.text([dice.choice(part) for part in self.parts]) for _ in range(most))
        return list(dict.fromkeys(found))


def rows_of(width):
    def text(cells):
        return "\n".join(" ".join(cells[begin:begin + width]) for begin in range(0, len(cells), width))
    return text


def grid_space(rows, choices):
    """`choices(cell)` of each cell of the rows."""
    return Space([choices(cell) for row in rows for cell in row], rows_of(len(rows[0])))


def blanks_space(rows, signs):
    return grid_space(rows, lambda cell: signs if cell == 0 else [str(cell)])


def square_space(size):
    return Space([list(itertools.permutations("123456789"[:size]))] * size,
                 lambda rows: "\n".join(map(" ".join, rows)))


def permuted_space(rows):
    """Numbers from 1 that the rows haven't, in their blanks in any order."""
    given = {cell for row in rows for cell in row}
    missing = [str(number) for number in range(1, len(rows) * len(rows[0]) + 1) if number not in given]

    def text(choice):
        left = list(missing)
        # One place of a shrinking list for each blank: a permutation.
        cells = [str(cell) if cell else left.pop(choice[place] % len(left)) for cell, place in zip(flat, places)]
        return rows_of(len(rows[0]))(cells)
    flat = [cell for row in rows for cell in row]
    places, blank = [], 0
    for cell in flat:
        places.append(blank)
        blank += cell == 0
    return Space([range(len(missing) - place) for place in range(len(missing))], text)


def stars_space(facts):
    """Rows of up to one star too many."""
    width = len(facts["regions"])
    rows = [places for count in range(facts["stars"] + 2) for places in itertools.combinations(range(width), count)]

    def text(choice):
        return "\n".join(" ".join("*" if place in places else "." for place in range(width)) for places in choice)
    return Space([rows] * width, text)


def expression_space(facts):
    """Two or three of the numbers, every operator, with and without brackets."""
    numbers = [str(number) for number in facts["numbers"]] + [str(facts["target"])]
    shapes = ["{0} {3} {1} {4} {2}", "({0} {3} {1}) {4} {2}", "{0} {3} ({1} {4} {2})", "{0} {3} {1}", "{0}"]
    return Space([numbers, numbers, numbers, "+-*/", "+-*/", shapes], lambda choice: choice[5].format(*choice[:5]))


def names_space(facts):
    goods = sorted(facts["goods"])
    names = [facts["people"][person] for person in facts["asked"]]
    return Space([goods] * len(names),
                 lambda choice: "\n".join(f"{name}: {thing}" for name, thing in zip(names, choice)))


def zebra_space(facts):
    """Every order of the values of each category."""
    houses, values = facts["houses"], facts["values"]
    orders = [list(itertools.permutations(values[begin:begin + houses])) for begin in range(0, len(values), houses)]
    return Space(orders, lambda choice: "\n".join(", ".join(row) for row in zip(*choice)))


def clock(minutes):
    return f"{minutes // 60:02}:{minutes % 60:02}"


def time_space(facts):
    if facts["task"] == "free_span":
        times = [clock(minute) for minute in range(facts["from"] - 5, facts["to"] + 6, 5)]
        return Space([times, times], "-".join)
    times = [[clock(minute) for minute in range(earliest, max(latest - length, earliest) + 1, 5)]
             for earliest, latest, length in zip(facts["earliest"], facts["latest"], facts["durations"])]
    return Space(times, lambda choice: "\n".join(f"{event} {time}" for event, time in zip(facts["events"], choice)))


def digits_space(text, letters):
    """A digit for each of the letters of the text."""
    def filled(digits):
        return text.translate(str.maketrans(letters, "".join(digits)))
    return Space(["0123456789"] * len(letters), filled)


def cryptarithm_space(facts):
    text = " + ".join(facts["words"]) + " = " + facts["total"]
    return digits_space(text, "".join(sorted(set(text) & set("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))))


def path_space(facts):
    pieces = facts["equation"].split("?")
    return Space(["0123456789"] * (len(pieces) - 1),
                 lambda digits: pieces[0] + "".join(digit + piece for digit, piece in zip(digits, pieces[1:])))


def subsets_space(facts):
    letters = "ABCDEFGHIJKL"[:len(facts["options"])]
    return Space([["", letter] for letter in letters], lambda chosen: ", ".join(filter(None, chosen)) or "none")


def order_space(facts):
    words = sorted(facts["words"])

    def text(choice):
        left = list(words)
        return " ".join(left.pop(place) for place in choice)
    return Space([range(len(words) - place) for place in range(len(words))], text)


def crossword_space(facts):
    """Words in runs at random would hardly ever fit: the letters of the words in each cell."""
    letters = sorted(set("".join(facts["across"] + facts["down"])))
    return grid_space(facts["grid"], lambda cell: letters if cell == "." else ["#"])


def one_of(answers):
    return Space([answers], lambda choice: choice[0])


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BRACKETS = "()[]{}<>"
SPACES = {
    "arrow_maze": lambda facts: blanks_space(facts["grid"], "↑↗→↘↓↙←↖"),
    "calcudoku": lambda facts: square_space(len(facts["cages"])),
    "campsite": lambda facts: grid_space(facts["trees"], lambda cell: "T" if cell == "T" else ".C"),
    "futoshiki": lambda facts: square_space(len(facts["grid"])),
    "kukurasu": lambda facts: grid_space([facts["columns"]] * len(facts["rows"]), lambda cell: ".#"),
    "minesweeper": lambda facts: grid_space(facts["shown"], lambda cell: ".*" if cell == "?" else cell),
    "norinori": lambda facts: grid_space(facts["regions"], lambda cell: ".#"),
    "number_wall": lambda facts: blanks_space(facts["grid"], ".#"),
    "numbrix": lambda facts: permuted_space(facts["grid"]),
    "skyscrapers": lambda facts: square_space(len(facts["top"])),
    "star_placement": stars_space,
    "sudoku": lambda facts: blanks_space(facts["grid"], "123456789"[:len(facts["grid"])]),
    "survo": lambda facts: permuted_space(facts["grid"]),
    "cryptarithm": cryptarithm_space, "game_of_24": expression_space, "mathador": expression_space,
    "math_path": path_space, "operation": lambda facts: one_of([str(value) for value in range(-2000, 2001)]),
    "cipher": lambda facts: Space([LETTERS] * len(facts["text"]), "".join),
    "dyck_language": lambda facts: Space([["", *BRACKETS]] * 4, "".join),
    "dyck_errors": lambda facts: one_of([str(place) for place in range(-2, len(facts["sequence"]) + 3)]),
    "word_sorting": order_space,
    "word_sorting_mistake": lambda facts: one_of(["none", *map(str, range(-1, len(facts["steps"]) + 3))]),
    "wordscapes": crossword_space, "boolean_expressions": subsets_space,
    "web_of_lies": lambda facts: Space([["yes", "no", "unknown"]] * len(facts["asked"]), ", ".join),
    "zebra_puzzle": zebra_space, "goods_exchange": names_space, "time_sequence": time_space,
}
