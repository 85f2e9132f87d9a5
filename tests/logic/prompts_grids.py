"""The facts that prompts of puzzles of grids, squares and numbers tell: read from their text alone, as a model has it.

Where these differ from a row's facts, an answer is judged by other rules than those that were told.
"""

import re
import string

LETTERS = string.ascii_uppercase + string.ascii_lowercase


def parts(prompt):
    return prompt.split("\n\n")


def grid(text):
    return [line.split() for line in text.split("\n")]


def blanks(text):
    return [[0 if cell == "_" else int(cell) for cell in row] for row in grid(text)]


def joined(text):
    return ["".join(row) for row in grid(text)]


def lettered(text):
    return [[LETTERS.index(cell) for cell in row] for row in grid(text)]


def after(prompt, words):
    """The numbers of the line that begins with these words; a - is none."""
    line = re.search(f"^{words}: (.*)$", prompt, re.MULTILINE)[1]
    return [0 if word == "-" else int(word) for word in line.split()]


SUMS = ("Row sums, from top to bottom", "Column sums, from left to right")


def sums(prompt):
    return {"rows": after(prompt, SUMS[0]), "columns": after(prompt, SUMS[1])}


def only_grid(prompt):
    return {"grid": blanks(parts(prompt)[1])}


def calcudoku(prompt):
    found = re.findall(r"^([A-Za-z]): (?:([-+*/]) )?([0-9]+)$", parts(prompt)[3], re.MULTILINE)
    assert [letter for letter, _, _ in found] == list(LETTERS[:len(found)])
    return {"cages": lettered(parts(prompt)[1]), "ops": [sign or "=" for _, sign, _ in found],
            "targets": [int(target) for _, _, target in found]}


def campsite(prompt):
    return {"trees": joined(parts(prompt)[1]), "rows": after(prompt, "Tents per row, from top to bottom"),
            "columns": after(prompt, "Tents per column, from left to right")}


def futoshiki(prompt):
    """Four characters for a cell and the sign behind it; signs between rows stand below the cell's number."""
    lines = [line.ljust(40) for line in parts(prompt)[1].split("\n")]
    size = (len(lines) + 1) // 2
    sign = {"<": "<", ">": ">", "^": "^", "v": "v", " ": "."}
    return {"grid": [[0 if lines[2 * r][4 * c] == "_" else int(lines[2 * r][4 * c]) for c in range(size)]
                     for r in range(size)],
            "across": ["".join(sign[lines[2 * r][4 * c + 2]] for c in range(size - 1)) for r in range(size)],
            "down": ["".join(sign[lines[2 * r + 1][4 * c]] for c in range(size)) for r in range(size - 1)]}


def minesweeper(prompt):
    return {"shown": joined(parts(prompt)[1]), "mines": int(re.search("exactly ([0-9]+) mine", prompt)[1])}


def norinori(prompt):
    return {"regions": lettered(parts(prompt)[1])}


def star_placement(prompt):
    stars = re.search("has exactly ([a-z0-9]+) stars?,", prompt)[1]
    return {"regions": lettered(parts(prompt)[1]), "stars": {"one": 1, "two": 2, "2": 2, "three": 3, "3": 3}[stars]}


def skyscrapers(prompt):
    return {"top": after(prompt, "Seen from above each column, from left to right"),
            "bottom": after(prompt, "Seen from below each column, from left to right"),
            "left": after(prompt, "Seen from the left of each row, from top to bottom"),
            "right": after(prompt, "Seen from the right of each row, from top to bottom")}


def sudoku(prompt):
    given = only_grid(prompt)
    size = len(given["grid"])
    height, width = {4: (2, 2), 6: (2, 3), 9: (3, 3)}[size]
    assert f"{size} rows and {size} columns" in prompt and f"box of {height} rows and {width} columns" in prompt
    return given


def cryptarithm(prompt):
    words, total = parts(prompt)[1].split(" = ")
    return {"words": words.split(" + "), "total": total}


def numbers_of(text):
    return [int(number) for number in text.split(", ")]


def game_of_24(prompt):
    target, numbers = re.match("Make ([0-9]+) of the numbers ([0-9, ]+)[.] Use each", prompt).groups()
    return {"numbers": numbers_of(numbers), "target": int(target)}


def mathador(prompt):
    target, numbers = re.match("Reach ([0-9]+) with some of the numbers ([0-9, ]+)[.] Each may", prompt).groups()
    return {"numbers": numbers_of(numbers), "target": int(target)}


def operation(prompt):
    """Each formula is a sum of products of a, b and a number."""
    operators = []
    for sign, formula in re.findall("^a (.) b = (.*)$", parts(prompt)[1], re.MULTILINE):
        assert sign == "@#&"[len(operators)]
        factors = dict.fromkeys(["aa", "ab", "bb", "a", "b", ""], 0)
        for minus, term in re.findall(r"(^-?|[+-] )([^+-]+)", formula):
            names = "".join(re.findall("[ab]", term))
            number = re.findall("[0-9]+", term)
            factors[names] += (-1 if "-" in minus else 1) * (int(number[0]) if number else 1)
        operators.append(list(factors.values()))
    return {"operators": operators, "expression": parts(prompt)[3]}


READ = {
    "arrow_maze": only_grid, "calcudoku": calcudoku, "campsite": campsite, "futoshiki": futoshiki, "kukurasu": sums,
    "minesweeper": minesweeper, "norinori": norinori, "number_wall": only_grid, "numbrix": only_grid,
    "skyscrapers": skyscrapers, "star_placement": star_placement, "sudoku": sudoku,
    "survo": lambda prompt: {**only_grid(prompt), **sums(prompt)}, "cryptarithm": cryptarithm, "game_of_24": game_of_24,
    "mathador": mathador, "math_path": lambda prompt: {"equation": parts(prompt)[1]}, "operation": operation,
}
