"""Second implementation of src/logic/squares: written from squares.h and the prompts, never from the verifiers."""

from oracle_forms import (AROUND, SIDES, beside, columns, everywhere, is_latin, marks, numbers, readable, same_size)


def island(grid, start):
    """The open cells that hang together with this one."""
    found, waiting = {start}, [start]
    while waiting:
        for near in beside(grid, *waiting.pop(), SIDES):
            if grid[near[0]][near[1]] == "." and near not in found:
                found.add(near)
                waiting.append(near)
    return found


def number_wall(facts, answer):
    """Islands of one number each and as many cells; no wall of two rows and two columns."""
    given = facts["grid"]
    rows = [list(row) for row in marks(answer)]
    if not same_size(rows, given):
        return False
    for r, c in everywhere(given):
        if rows[r][c] not in ((".", str(given[r][c])) if given[r][c] else ("#", ".")):
            return False  # a cell with a number is island
        rows[r][c] = "#" if rows[r][c] == "#" else "."
    for r, c in everywhere(given):
        if r and c and rows[r][c] == rows[r - 1][c] == rows[r][c - 1] == rows[r - 1][c - 1] == "#":
            return False
        if rows[r][c] == ".":
            whole = island(rows, (r, c))
            if [given[y][x] for y, x in whole if given[y][x]] != [len(whole)]:
                return False
    return True


def keeps(given, rows):
    return same_size(rows, given) and all(given[r][c] in (0, rows[r][c]) for r, c in everywhere(given))


def each_once(rows):
    return sorted(number for row in rows for number in row) == list(range(1, len(rows) * len(rows[0]) + 1))


def are_digits(grid):
    """Whether no number of the answer has two digits, and a row more than one."""
    return len(grid) * len(grid[0]) < 10 and len(grid[0]) > 1


def numbrix(facts, answer):
    """1, 2, 3 … each beside the one before it, through all cells."""
    rows = numbers(answer, digits=are_digits(facts["grid"]))
    if not keeps(facts["grid"], rows) or not each_once(rows):
        return False
    place = {rows[r][c]: (r, c) for r, c in everywhere(rows)}
    return all(place[number + 1] in beside(rows, *place[number], SIDES) for number in range(1, len(place)))


def seen(heights):
    return sum(all(other < height for other in heights[:place]) for place, height in enumerate(heights))


def skyscrapers(facts, answer):
    """A Latin square; a number at an edge, but 0, counts the towers that no higher one hides from there."""
    rows = numbers(answer, digits=True)
    size = len(facts["top"])
    if not same_size(rows, [[0] * size] * size) or not is_latin(rows):
        return False
    sides = {"left": rows, "right": [row[::-1] for row in rows],
             "top": columns(rows), "bottom": [column[::-1] for column in columns(rows)]}
    return all(clue in (0, seen(line)) for side in sides for clue, line in zip(facts[side], sides[side]))


def star_placement(facts, answer):
    """As many stars in every row, column and region; no two touch."""
    regions, stars = facts["regions"], facts["stars"]
    rows = marks(answer)
    if not same_size(rows, regions) or any(set(row) - set("*.") for row in rows):
        return False
    in_region = [0] * len(rows)
    for r, c in everywhere(rows):
        if rows[r][c] == "*":
            in_region[regions[r][c]] += 1
            if any(rows[y][x] == "*" for y, x in beside(rows, r, c, AROUND)):
                return False
    return (all(line.count("*") == stars for line in list(rows) + columns(rows)) and
            all(found == stars for found in in_region))


def sudoku(facts, answer):
    rows = numbers(answer, digits=True)
    if not keeps(facts["grid"], rows) or not is_latin(rows):
        return False
    size = len(rows)
    height, width = {4: (2, 2), 6: (2, 3), 9: (3, 3)}[size]
    boxes = {}
    for r, c in everywhere(rows):
        boxes.setdefault((r // height, c // width), set()).add(rows[r][c])
    return all(len(box) == size for box in boxes.values())


def survo(facts, answer):
    rows = numbers(answer, digits=are_digits(facts["grid"]))
    return (keeps(facts["grid"], rows) and each_once(rows) and [sum(row) for row in rows] == facts["rows"] and
            [sum(column) for column in columns(rows)] == facts["columns"])


CHECKS = {check.__name__: readable(check)
          for check in (number_wall, numbrix, skyscrapers, star_placement, sudoku, survo)}
