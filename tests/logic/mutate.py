"""Answers that are nearly right, and right ones in other forms: the same for the same random.Random.

Nothing here knows rules. Whether a mutated answer is wrong is for oracle and program to say, each alone.
"""

import re

import forms
import ways


def late(dice, answer, _):
    """A time some minutes off: schedules have room."""
    found = ways.spans("[0-9]{2}:[0-9]{2}", answer)
    if not found:
        return answer
    span = dice.choice(found)
    hours, minutes = map(int, answer[slice(*span)].split(":"))
    time = max(0, hours * 60 + minutes + dice.choice([-60, -30, -10, -5, -1, 1, 5, 10, 30, 60]))
    return ways.replaced(answer, span, f"{time // 60:02}:{time % 60:02}")


def both_late(dice, answer, _):
    by = dice.choice([-15, -5, 5, 15])

    def moved(time):
        minutes = max(0, int(time[0][:2]) * 60 + int(time[0][3:]) + by)
        return f"{minutes // 60:02}:{minutes % 60:02}"
    return re.sub("[0-9]{2}:[0-9]{2}", moved, answer)


def with_claim(dice, answer, others):
    """Of a game's value: that of this puzzle or of another."""
    return f"{answer} = {dice.choice([24, 24, 10, 12, 20, 30, *re.findall('[0-9]+', answer)])}"


def without_brackets(dice, answer, _):
    return re.sub("[()]", "", answer)


def other_value(dice, answer, _):
    """Yes, no and unknown are so few that any change of one is near."""
    found = ways.spans("yes|no|unknown", answer)
    return ways.replaced(answer, dice.choice(found), dice.choice(["yes", "no", "unknown"])) if found else answer


def letter_more(dice, answer, _):
    return dice.choice([f"{answer}, {dice.choice('ABCDEFG')}", re.sub("^[A-Z], ", "", answer), f"{answer}, {answer}"])


def swap_digits(dice, answer, _):
    """One digit for another everywhere, as cryptarithms may have it."""
    one, other = dice.sample("0123456789", 2)
    return answer.translate(str.maketrans(one + other, other + one))


def mirrored(dice, answer, _):
    return "\n".join(" ".join(row.split()[::-1]) for row in answer.split("\n"))


def cross_marks(dice, answer, _):
    """Two marks exchange columns: rows and columns keep their counts."""
    rows = [row.split(" ") for row in answer.split("\n")]
    marks = [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign in "C*#"]
    if len(marks) > 1:
        (r, c), (y, x) = dice.sample(marks, 2)
        rows[r][c], rows[r][x] = rows[r][x], rows[r][c]
        rows[y][x], rows[y][c] = rows[y][c], rows[y][x]
    return "\n".join(" ".join(row) for row in rows)


def slide_mark(dice, answer, _):
    """A cell exchanges with one beside it: an island grows elsewhere, a tent stands at its tree's other side."""
    rows = [row.split(" ") for row in answer.split("\n")]
    r, c = dice.randrange(len(rows)), dice.randrange(len(rows[0]))
    y, x = dice.choice([(r, c - 1), (r - 1, c), (r - 1, c - 1)])
    rows[r][c], rows[y][x] = rows[y][x], rows[r][c]
    return "\n".join(" ".join(row) for row in rows)


def shown_as_dots(dice, answer, _):
    return re.sub("[0-9]", ".", answer)


def island_numbers(dice, answer, _):
    """A dot as a number."""
    dots = ways.spans(r"\.", answer)
    return ways.replaced(answer, dice.choice(dots), dice.choice("12345")) if dots else answer


def whole_sequence(dice, answer, others):
    return answer + dice.choice("()[]{}<>")


OWN = {
    "time_sequence": [late, late, both_late], "game_of_24": [with_claim, without_brackets],
    "mathador": [with_claim, without_brackets],
    "web_of_lies": [other_value], "boolean_expressions": [letter_more], "cryptarithm": [swap_digits],
    "math_path": [swap_digits], "star_placement": [mirrored, cross_marks, slide_mark],
    "minesweeper": [shown_as_dots, cross_marks, slide_mark],
    "number_wall": [island_numbers, slide_mark], "campsite": [cross_marks, cross_marks, slide_mark],
    "norinori": [slide_mark, cross_marks], "kukurasu": [cross_marks, slide_mark], "dyck_language": [whole_sequence],
}


def mutant(dice, kind, answer, others):
    """One change by its rules, by its form, or by both."""
    draw = dice.random()
    if draw < 0.7:
        pool = ways.NEAR if dice.random() < 0.6 else ways.FAR
        if kind in OWN and dice.random() < 0.3:
            pool = OWN[kind]
        answer = dice.choice(pool)(dice, answer, others)
    if draw > 0.6 and answer.strip():
        for _ in range(dice.choice([1, 1, 2])):
            answer = dice.choice(forms.HARMLESS[kind])(dice, answer)
    return answer


def mutants(dice, kind, answer, others, count):
    """`count` different texts other than the answer; those of an answer of one character may be fewer."""
    answer = answer.strip("\n")
    found = []
    for _ in range(20 * count):
        text = mutant(dice, kind, answer, others)
        if text != answer and text not in found and "```" not in text:
            found.append(text)
        if len(found) == count:
            break
    return found


def harmless(dice, kind, answer):
    """The answer in another form."""
    return dice.choice(forms.HARMLESS[kind])(dice, answer.strip("\n"))


# Any answer at all may come.
HOSTILE = ["", " ", "\n\n", "0", "-", "9" * 60, "-1", "none", "\0", "\u2028", "é", "\U0001f600", "[[", "]]]]",
           "(" * 5000, "[" * 5000, "1 " * 5000, "1\n" * 5000, ".\n" * 300, "a" * 70000, "=" * 100, "1/0", ",,,", "\"\"",
           "1 + ", "{}", "null", "[[1, 2], [3", "--1", "1e9", "0x1", "٣", "1\t2\r\n3", "\ufeff1",
           "()" * 3000, "1+" * 3000 + "1"]
