"""Puzzles that are nearly another one: an answer to them keeps all rules of the other but one or two, or even all.

Each takes random.Random, facts and a right answer, and changes the facts in place; what has no answer then is left out
by the solver.
"""

import copy


def cell(dice, rows):
    r = dice.randrange(len(rows))
    return r, dice.randrange(len(rows[r]))


def sign_changed(rows, r, c, sign):
    rows[r] = rows[r][:c] + sign + rows[r][c + 1:]


def forget_given(dice, facts, _):
    cells = [(r, c) for r, row in enumerate(facts["grid"]) for c in range(len(row))]
    for r, c in dice.sample(cells, len(cells) * dice.randint(1, 4) // 8):
        facts["grid"][r][c] = 0


def other_number(dice, facts, _):
    """One number more and another less."""
    given = [(r, c) for r, row in enumerate(facts["grid"]) for c, number in enumerate(row) if number]
    for (r, c), by in zip(dice.sample(given, min(2, len(given))), [1, -1]):
        facts["grid"][r][c] = max(1, facts["grid"][r][c] + by)


def sums_for_cages(dice, facts, answer):
    """Some cages have the sum of their numbers instead of what they had."""
    rows = [line.split() for line in answer.split("\n")]
    for cage in range(len(facts["ops"])):
        values = [int(rows[r][c]) for r, row in enumerate(facts["cages"]) for c, of in enumerate(row) if of == cage]
        if len(values) > 1 and dice.random() < 0.5:
            facts["ops"][cage], facts["targets"][cage] = "+", sum(values)


def other_counts(dice, facts, _):
    for _ in range(2):
        line = facts[dice.choice(["rows", "columns"])]
        for place, by in zip(dice.sample(range(len(line)), 2), [1, -1]):
            line[place] = max(0, line[place] + by)


def move_tent(dice, facts, answer):
    """The counts that there are when a tent stands on another free cell, of those beside its tree or near it."""
    rows = [line.split() for line in answer.split("\n")]
    tents = [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "C"]
    r, c = dice.choice(tents)
    free = [(y, x) for y, row in enumerate(rows) for x, sign in enumerate(row)
            if sign == "." and abs(y - r) + abs(x - c) <= 2]
    if free:
        y, x = dice.choice(free)
        for line, one, other in ((facts["rows"], r, y), (facts["columns"], c, x)):
            line[one] -= 1
            line[other] += 1


def forget_signs(dice, facts, _):
    for _ in range(3):
        rows = facts[dice.choice(["across", "down"])]
        sign_changed(rows, *cell(dice, rows), ".")
    forget_given(dice, facts, _)


def toggle_sums(dice, facts, _):
    """As if one cell more were shaded, or one less."""
    r, c = dice.randrange(len(facts["rows"])), dice.randrange(len(facts["columns"]))
    by = dice.choice([-1, 1])
    facts["rows"][r] = max(0, facts["rows"][r] + by * (c + 1))
    facts["columns"][c] = max(0, facts["columns"][c] + by * (r + 1))


def forget_mines(dice, facts, _):
    for _ in range(dice.choice([1, 2])):
        sign_changed(facts["shown"], *cell(dice, facts["shown"]), "?")
    facts["mines"] += dice.choice([-1, 0, 0, 1])


def move_border(dice, facts, _):
    """Cells go to the region beside them, for ever so small regions."""
    rows = facts["regions"]
    for _ in range(dice.choice([1, 2, 3])):
        r, c = cell(dice, rows)
        rows[r][c] = dice.choice([rows[r - 1][c] if r else rows[r][c], rows[r][c - 1] if c else rows[r][c]])


def forget_edges(dice, facts, _):
    for side in ("top", "bottom", "left", "right"):
        facts[side][dice.randrange(len(facts[side]))] = 0


def move_sums(dice, facts, _):
    forget_given(dice, facts, _)
    other_counts(dice, facts, _)


def fewer(member, count=2):
    def change(dice, facts, _):
        for _ in range(dice.randint(1, count)):
            if len(facts[member]) > 1:
                del facts[member][dice.randrange(len(facts[member]))]
    return change


def other_target(dice, facts, _):
    facts["target"] = max(1, facts["target"] + dice.choice([-2, -1, 1, 2]))


def other_letter(dice, facts, _):
    """A letter of one word as another."""
    place = dice.randrange(len(facts["words"]))
    one, other = dice.choice(facts["words"][place]), dice.choice("".join(facts["words"]))
    facts["words"][place] = facts["words"][place].replace(one, other, 1)


def other_equation(dice, facts, _):
    given = [place for place, sign in enumerate(facts["equation"]) if sign.isdigit()]
    place = dice.choice(given)
    facts["equation"] = facts["equation"][:place] + "?" + facts["equation"][place + 1:]


def other_factor(dice, facts, _):
    row = dice.choice(facts["operators"])
    place = dice.randrange(6)
    row[place] = max(-9, min(9, row[place] + dice.choice([-1, 1])))


def other_key(dice, facts, _):
    """The other task, or the ciphers in another order."""
    if dice.random() < 0.5 and len(facts["methods"]) > 1:
        facts["methods"].reverse()
        facts["keys"].reverse()
    else:
        facts["task"] = "encrypt" if facts["task"] == "decrypt" else "decrypt"


def other_bracket(member):
    def change(dice, facts, _):
        place = dice.randrange(len(facts[member]))
        facts[member] = facts[member][:place] + dice.choice(["", *"()[]{}<>"]) + facts[member][place + 1:]
    return change


def other_order(dice, facts, _):
    one, other = dice.sample(facts["alphabet"], 2)
    facts["alphabet"] = facts["alphabet"].translate(str.maketrans(one + other, other + one))
    if dice.random() < 0.2:
        facts["order"] = "ascending" if facts["order"] == "descending" else "descending"


def other_method(dice, facts, _):
    other_order(dice, facts, _)
    if dice.random() < 0.3:
        facts["method"] = dice.choice(["insertion", "selection", "bubble"])


def other_value(dice, facts, _):
    facts["values"][dice.randrange(len(facts["values"]))] += dice.choice([-1, 1])


def other_crossing(dice, facts, _):
    """A word as another one of its length."""
    words = facts[dice.choice(["across", "down"])]
    alike = [(one, other) for one in range(len(words)) for other in range(len(words))
             if one != other and len(words[one]) == len(words[other])]
    if alike:
        one, other = dice.choice(alike)
        words[one] = words[other]


def looser_times(dice, facts, _):
    if facts["task"] == "free_span":
        person = dice.randrange(len(facts["people"]))
        facts["rest"][person] = 0
        facts["ahead"][dice.randrange(len(facts["people"]))] = 0
        fewer("busy")(dice, facts, _)
        return
    event = dice.randrange(len(facts["events"]))
    facts["earliest"][event] = max(0, facts["earliest"][event] - 60)
    facts["latest"][event] = min(1440, facts["latest"][event] + 60)
    facts["gap"] = dice.choice([0, facts["gap"]])
    if dice.random() < 0.5:
        facts["before"] = facts["before"][2:]


RELAX = {
    "arrow_maze": other_number, "calcudoku": sums_for_cages, "campsite": move_tent, "futoshiki": forget_signs,
    "kukurasu": toggle_sums, "minesweeper": forget_mines, "norinori": move_border, "number_wall": other_number,
    "numbrix": forget_given, "skyscrapers": forget_edges, "star_placement": move_border, "sudoku": forget_given,
    "survo": move_sums, "cryptarithm": other_letter, "game_of_24": other_target, "mathador": other_target,
    "math_path": other_equation,
    "operation": other_factor, "cipher": other_key, "dyck_language": other_bracket("prefix"),
    "dyck_errors": other_bracket("sequence"), "word_sorting": other_order, "word_sorting_mistake": other_method,
    "wordscapes": other_crossing, "boolean_expressions": other_value, "web_of_lies": fewer("statements"),
    "zebra_puzzle": fewer("clues"), "goods_exchange": fewer("steps"), "time_sequence": looser_times,
}
# The games have the same facts and other rules.
TWINS = {"game_of_24": "mathador", "mathador": "game_of_24"}


def relaxed(dice, kind, facts, answer):
    """{"kind", "facts"} of a near puzzle."""
    near = copy.deepcopy(facts)
    if kind in TWINS and dice.random() < 0.7:
        return {"kind": TWINS[kind], "facts": near}
    RELAX[kind](dice, near, answer)
    return {"kind": kind, "facts": near}


def with_givens(kind, facts, answer):
    """An arrow maze has its own numbers again."""
    if kind != "arrow_maze":
        return answer
    return "\n".join(" ".join(str(given) if given else cell for given, cell in zip(numbers, line.split()))
                     for numbers, line in zip(facts["grid"], answer.split("\n")))
