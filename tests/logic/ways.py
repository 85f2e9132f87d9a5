"""Small changes of an answer, most of which make it wrong. Each takes random.Random, the answer and answers to other
puzzles of the kind, and returns the answer itself where there is nothing to change.
"""

import re

# What a character may be mistaken for.
FAMILIES = ["0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "#.", "*.", "+-*/", "()[]{}<>",
            "↑↗→↘↓↙←↖", "TC.", "_?.#"]
# Signs of other puzzles, other scripts and other habits.
STRANGE = ["_", "?", "x", "X", "#", "*", ".", "0", "-", "T", "é", "٣", "½", "■", "□", "⬛", "★", "$", "%", "\\", "K"]


def spans(pattern, answer):
    return [match.span() for match in re.finditer(pattern, answer)]


def replaced(answer, span, text):
    return answer[:span[0]] + text + answer[span[1]:]


def swapped(answer, one, other):
    (first, end_first), (second, end_second) = sorted([one, other])
    return (answer[:first] + answer[second:end_second] + answer[end_first:second] + answer[first:end_first] +
            answer[end_second:])


def swap_words(dice, answer, _):
    words = spans(r"\S+", answer)
    return swapped(answer, *dice.sample(words, 2)) if len(words) > 1 else answer


def swap_neighbours(dice, answer, _):
    words = spans(r"\S+", answer)
    place = dice.randrange(len(words))
    return swapped(answer, *words[place:place + 2]) if place + 1 < len(words) else answer


def swap_characters(dice, answer, _):
    signs = spans(r"\S", answer)
    return swapped(answer, *dice.sample(signs, 2)) if len(signs) > 1 else answer


def swap_in_line(dice, answer, _):
    rows = answer.split("\n")
    place = dice.randrange(len(rows))
    rows[place] = swap_words(dice, rows[place], _)
    return "\n".join(rows)


def swap_in_column(dice, answer, _):
    """Two words that stand one below the other."""
    rows = [row.split(" ") for row in answer.split("\n")]
    if len(rows) > 1:
        one, other = dice.sample(rows, 2)
        place = dice.randrange(min(len(one), len(other)))
        one[place], other[place] = other[place], one[place]
    return "\n".join(" ".join(row) for row in rows)


def swap_corners(dice, answer, _):
    """In both of two rows the words of two columns: sums of columns, and what rows have, stay."""
    rows = [row.split(" ") for row in answer.split("\n")]
    width = min(map(len, rows))
    if len(rows) > 1 and width > 1:
        left, right = dice.sample(range(width), 2)
        for row in dice.sample(rows, 2):
            row[left], row[right] = row[right], row[left]
    return "\n".join(" ".join(row) for row in rows)


def change_word(dice, answer, others):
    """To another word of this answer or of another puzzle's."""
    pool = answer.split() + dice.choice(others).split()
    return replaced(answer, dice.choice(spans(r"\S+", answer)), dice.choice(pool))


def change_number(dice, answer, _):
    found = spans(r"-?[0-9]+", answer)
    if not found:
        return answer
    span = dice.choice(found)
    return replaced(answer, span, str(int(answer[slice(*span)]) + dice.choice([-10, -2, -1, 1, 2, 10])))


def negate(dice, answer, _):
    found = spans(r"-?[0-9]+", answer)
    if not found:
        return answer
    span = dice.choice(found)
    return replaced(answer, span, str(-int(answer[slice(*span)])))


def change_character(dice, answer, _):
    span = dice.choice(spans(r"\S", answer))
    family = [family for family in FAMILIES if answer[span[0]] in family]
    return replaced(answer, span, dice.choice(dice.choice(family))) if family else answer


def change_two(dice, answer, others):
    return change_character(dice, change_character(dice, answer, others), others)


def strange_sign(dice, answer, _):
    return replaced(answer, dice.choice(spans(r"\S", answer)), dice.choice(STRANGE))


def drop_word(dice, answer, _):
    return replaced(answer, dice.choice(spans(r"\S+", answer)), "")


def drop_character(dice, answer, _):
    return replaced(answer, dice.choice(spans(r"\S", answer)), "")


def repeat_word(dice, answer, _):
    span = dice.choice(spans(r"\S+", answer))
    return replaced(answer, span, " ".join([answer[slice(*span)]] * 2))


def blank_some(dice, answer, _):
    """As if it were not finished."""
    sign = dice.choice("_?.-")
    return re.sub(r"\S+", lambda word: sign if dice.random() < 0.2 else word[0], answer)


def change_sign(dice, answer, _):
    found = spans(r"[-+*/]", answer) or spans(r"\b[0-9]", answer)
    if not found:
        return answer
    span = dice.choice(found)
    return replaced(answer, span, "-" + answer[span[0]] if answer[span[0]].isdigit() else dice.choice("+-*/"))


def drop_line(dice, answer, _):
    rows = answer.split("\n")
    del rows[dice.randrange(len(rows))]
    return "\n".join(rows)


def repeat_line(dice, answer, _):
    rows = answer.split("\n")
    place = dice.randrange(len(rows))
    return "\n".join(rows[:place] + rows[place:place + 1] + rows[place:])


def extra_line(dice, answer, _):
    line = dice.choice(["Answer:", "grid", "1", "0 0 0", "# . #", "That is all.", "none", "---", "A", "yes"])
    return f"{line}\n{answer}" if dice.random() < 0.5 else f"{answer}\n{line}"


def swap_lines(dice, answer, _):
    rows = answer.split("\n")
    dice.shuffle(rows)
    return "\n".join(rows)


def reverse_lines(_, answer, __):
    return "\n".join(answer.split("\n")[::-1])


def reverse_words(_, answer, __):
    return "\n".join(" ".join(row.split()[::-1]) for row in answer.split("\n"))


def reverse_all(_, answer, __):
    return answer[::-1]


def columns_for_rows(_, answer, __):
    """The grid mirrored at its diagonal: the right sums and lines at the wrong side."""
    rows = [row.split() for row in answer.split("\n") if row.split()]
    return "\n".join(" ".join(column) for column in zip(*rows))


def wider(dice, answer, _):
    return "\n".join(f"{row} {row.split()[-1] if row.split() else 0}" for row in answer.split("\n"))


def narrower(_, answer, __):
    return "\n".join(" ".join(row.split()[:-1]) for row in answer.split("\n"))


def of_another(dice, _, others):
    return dice.choice(others)


def nothing(dice, _, __):
    return dice.choice(["", " ", "none", "-", "?", "no solution", "[]", "0"])


NEAR = [swap_words, swap_neighbours, swap_characters, swap_in_line, swap_in_column, swap_corners, change_word,
        change_number, change_character, change_two, change_sign]
FAR = [negate, strange_sign, drop_word, drop_character, repeat_word, blank_some, drop_line, repeat_line, extra_line,
       swap_lines, reverse_lines, reverse_words, reverse_all, columns_for_rows, wider, narrower, of_another, nothing]
