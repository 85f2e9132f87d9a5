"""Other forms of an answer that mean the same: what the headers of src/logic/ say, kind by kind."""

import re


def blanks(dice, answer):
    """More white space wherever there is some, and at the ends of lines."""
    rows = [re.sub(" ", lambda _: dice.choice([" ", "  ", "\t"]), row) for row in answer.split("\n")]
    return "".join(dice.choice(["", " ", "\t"]) + row + dice.choice(["\n", " \n", "\r\n", "\n\n"]) for row in rows)


def commas(_, answer):
    return answer.replace(",", "").replace(" ", ", ")


def spaces_only(_, answer):
    return answer.replace(",", "")


def tight(_, answer):
    return re.sub("[ \t]", "", answer)


def brackets(_, answer):
    return "[" + ",\n ".join(f"[{', '.join(row.split())}]" for row in answer.split("\n") if row.split()) + "]"


def one_line(dice, answer):
    return brackets(dice, answer).replace("\n", "")


def open_rows(_, answer):
    return "\n".join(f"[{row}]" for row in answer.split("\n") if row.strip())


def quotes(dice, answer):
    mark = dice.choice("'\"")
    return re.sub(r"[^\s,\[\]]+", lambda word: mark + word[0] + mark, answer)


def listed(dice, answer):
    """As a list of Python or JSON."""
    return quotes(dice, one_line(dice, answer.replace(",", "")))


def bars(_, answer):
    return "\n".join(f"| {row.replace(' ', ' | ')} |" for row in answer.split("\n"))


def capitals(_, answer):
    return answer.upper()


def small_letters(_, answer):
    return answer.lower()


def mixed_case(dice, answer):
    return "".join(dice.choice([letter.upper(), letter.lower()]) if letter.isascii() else letter for letter in answer)


def emoji(dice, answer):
    heavy = str.maketrans("↑→↓←", "⬆➡⬇⬅")
    return re.sub("[↑↗→↘↓↙←↖]", lambda sign: sign[0].translate(heavy) + "\ufe0f", answer)


def other_signs(dice, answer):
    """Of arithmetic."""
    pairs = {"*": ["×", "·", "\\times ", "\\cdot "], "/": ["÷", "\\div "], "-": ["−"]}
    return re.sub("[*/-]", lambda sign: dice.choice(pairs[sign[0]]), answer)


def dollars(_, answer):
    return f"${answer}$"


def few_signs(dice, answer):
    return answer.replace("*", dice.choice("×·")).replace("-", "−")


def outer_brackets(_, answer):
    return f"({answer})"


def bracketed_number(dice, answer):
    found = list(re.finditer("[0-9]+", answer))
    if not found:
        return answer
    number = dice.choice(found)
    return f"{answer[:number.start()]}({number[0]}){answer[number.end():]}"


def shuffled_words(dice, answer):
    words = answer.replace(",", " ").split()
    dice.shuffle(words)
    return ", ".join(words)


def shuffled_lines(dice, answer):
    rows = answer.split("\n")
    dice.shuffle(rows)
    return "\n".join(rows)


def arrows(dice, answer):
    """Between a name and what belongs to it."""
    return re.sub(": | ", dice.choice([" - ", " -> ", " = ", " | ", ": ", " "]), answer)


def dashes(dice, answer):
    return answer.replace("-", dice.choice([" - ", " ", ", "]))


def without_zeros(_, answer):
    return re.sub(r"\b0([0-9]:)", r"\1", answer)


def white(dice, answer):
    """Space at the ends and around it only."""
    return dice.choice(["", " ", "\n", "\t"]) + answer + dice.choice([" ", "\n", "  \n\n"])


CASE = [capitals, small_letters, mixed_case]
NUMBERS = [blanks, commas, brackets, one_line, open_rows, quotes, listed, bars]
LATIN = [*NUMBERS, tight]
MARKS = [*NUMBERS, tight, *CASE]
WORDS = [blanks, commas, quotes, listed, *CASE]
EXPRESSION = [blanks, tight, other_signs, outer_brackets, bracketed_number, white]
TOKENS = [blanks, quotes, white, *CASE]
HARMLESS = {
    "arrow_maze": [*NUMBERS, emoji], "calcudoku": LATIN, "futoshiki": LATIN, "campsite": MARKS, "kukurasu": MARKS,
    "minesweeper": MARKS, "norinori": MARKS, "number_wall": MARKS, "star_placement": MARKS, "numbrix": NUMBERS,
    "survo": NUMBERS, "skyscrapers": LATIN, "sudoku": LATIN, "cryptarithm": [blanks, tight, white, dollars],
    "game_of_24": EXPRESSION, "mathador": EXPRESSION, "math_path": [white, dollars, few_signs],
    "operation": [white, dollars, few_signs],
    "cipher": [white, quotes, *CASE], "dyck_language": [white, quotes], "dyck_errors": [white, quotes],
    "word_sorting": WORDS, "word_sorting_mistake": [white, quotes, *CASE], "wordscapes": MARKS,
    "boolean_expressions": [*TOKENS, commas, spaces_only, shuffled_words, listed],
    "web_of_lies": [*TOKENS, commas, spaces_only, listed],
    "zebra_puzzle": [*TOKENS, commas, spaces_only, open_rows], "goods_exchange": [*TOKENS, arrows, shuffled_lines],
    "time_sequence": [*TOKENS, dashes, shuffled_lines, without_zeros],
}
