"""Second implementation of src/logic/grids: written from grids.h and the prompts, never from the verifiers."""

import math
import re

from oracle_forms import AROUND, SIDES, beside, columns, everywhere, is_latin, marks, numbers, readable, same_size

ARROWS = {"↑": (-1, 0), "↗": (-1, 1), "→": (0, 1), "↘": (1, 1), "↓": (1, 0), "↙": (1, -1), "←": (0, -1), "↖": (-1, -1),
          "⬆": (-1, 0), "➡": (0, 1), "⬇": (1, 0), "⬅": (0, -1)}
SHOWN_AS = "[\ufe0e\ufe0f]"  # says whether the sign before it is to be shown as an emoji


def arrow_maze(facts, answer):
    """Each number counts the arrows of its rays; arrows that no ray has are forbidden."""
    given = facts["grid"]
    rows = []
    for line in re.split(r"[\n\[\]]", re.sub(SHOWN_AS, "", answer)):
        signs = re.findall(r"[0-9]+|[^ \t\r,\"'|]", line)
        if signs:
            rows.append(signs)
    if not same_size(rows, given):
        return False
    in_a_ray = set()
    for r, c in everywhere(given):
        if given[r][c] == 0:
            if rows[r][c] not in ARROWS:
                return False
            continue
        if not re.fullmatch("[0-9]{1,9}", rows[r][c]) or int(rows[r][c]) != given[r][c]:
            return False
        count = 0
        for dr, dc in AROUND:
            y, x = r + dr, c + dc
            while 0 <= y < len(given) and 0 <= x < len(given[0]) and ARROWS.get(rows[y][x]) == (dr, dc):
                in_a_ray.add((y, x))
                count += 1
                y, x = y + dr, x + dc
        if count != given[r][c]:
            return False
    return all((r, c) in in_a_ray for r, c in everywhere(given) if given[r][c] == 0)


def calcudoku(facts, answer):
    rows = numbers(answer, digits=True)
    if not same_size(rows, facts["cages"]) or not is_latin(rows):
        return False
    for cage, (operation, target) in enumerate(zip(facts["ops"], facts["targets"])):
        values = sorted(rows[r][c] for r, c in everywhere(rows) if facts["cages"][r][c] == cage)
        right = {"+": lambda: sum(values) == target,
                 "*": lambda: math.prod(values) == target,
                 "-": lambda: values[1] - values[0] == target,
                 "/": lambda: values[1] == values[0] * target,
                 "=": lambda: values == [target]}[operation]()
        if not right:
            return False
    return True


def pairs_off(trees, tents, grid):
    """Whether each tree has a tent of its own beside it: augmenting paths."""
    owner = {}

    def settle(tree, tried):
        for tent in beside(grid, *tree, SIDES):
            if tent in tents and tent not in tried:
                tried.add(tent)
                if tent not in owner or settle(owner[tent], tried):
                    owner[tent] = tree
                    return True
        return False
    return len(trees) == len(tents) and all(settle(tree, set()) for tree in trees)


def campsite(facts, answer):
    rows = marks(answer)
    if not same_size(rows, facts["trees"]):
        return False
    for r, c in everywhere(rows):
        if rows[r][c] not in ("t" if facts["trees"][r][c] == "T" else ".c"):
            return False
    tents = {(r, c) for r, c in everywhere(rows) if rows[r][c] == "c"}
    trees = [(r, c) for r, c in everywhere(rows) if rows[r][c] == "t"]
    return (not any(near in tents for tent in tents for near in beside(rows, *tent, AROUND))
            and [row.count("c") for row in rows] == facts["rows"]
            and [column.count("c") for column in columns(rows)] == facts["columns"]
            and pairs_off(trees, tents, rows))


def futoshiki(facts, answer):
    rows = numbers(answer, digits=True)
    given = facts["grid"]
    if not same_size(rows, given) or not is_latin(rows):
        return False

    def holds(sign, first, second):
        return sign == "." or (first < second if sign in "<^" else first > second)
    return (all(given[r][c] in (0, rows[r][c]) for r, c in everywhere(rows))
            and all(holds(sign, rows[r][c], rows[r][c + 1])
                    for r, signs in enumerate(facts["across"]) for c, sign in enumerate(signs))
            and all(holds(sign, rows[r][c], rows[r + 1][c])
                    for r, signs in enumerate(facts["down"]) for c, sign in enumerate(signs)))


def shading(answer, height, width):
    """Rows of True and False, or None."""
    rows = marks(answer)
    if len(rows) != height or any(len(row) != width or set(row) - set("#.") for row in rows):
        return None
    return [[cell == "#" for cell in row] for row in rows]


def kukurasu(facts, answer):
    shaded = shading(answer, len(facts["rows"]), len(facts["columns"]))

    def sums(lines):
        return [sum(place for place, cell in enumerate(line, 1) if cell) for line in lines]
    return shaded is not None and sums(shaded) == facts["rows"] and sums(columns(shaded)) == facts["columns"]


def minesweeper(facts, answer):
    shown = facts["shown"]
    rows = marks(answer)
    if not same_size(rows, shown):
        return False
    mines = {(r, c) for r, c in everywhere(rows) if rows[r][c] == "*"}
    for r, c in everywhere(rows):
        if shown[r][c] == "?":
            if rows[r][c] not in "*.":
                return False
        elif rows[r][c] not in (".", shown[r][c]):
            return False
        elif sum(near in mines for near in beside(rows, r, c, AROUND)) != int(shown[r][c]):
            return False
    return len(mines) == facts["mines"]


def norinori(facts, answer):
    regions = facts["regions"]
    shaded = shading(answer, len(regions), len(regions[0]))
    if shaded is None:
        return False
    for region in {number for row in regions for number in row}:
        if sum(shaded[r][c] for r, c in everywhere(regions) if regions[r][c] == region) != 2:
            return False
    return all(sum(shaded[y][x] for y, x in beside(shaded, r, c, SIDES)) == 1
               for r, c in everywhere(shaded) if shaded[r][c])


CHECKS = {check.__name__: readable(check)
          for check in (arrow_maze, calcudoku, campsite, futoshiki, kukurasu, minesweeper, norinori)}
