"""Second implementation of src/logic/numbers: written from its headers and the prompts, never from the verifiers."""

import collections
import fractions
import re
import sys

from oracle_forms import Unreadable, integer, readable

SIGNS = {"×": "*", "·": "*", "÷": "/", "−": "-", "\\times": "*", "\\cdot": "*", "\\div": "/"}
sys.setrecursionlimit(10_000)  # for brackets within brackets


def plain_signs(answer):
    for sign, plain in SIGNS.items():
        answer = answer.replace(sign, f" {plain} " if sign[0] == "\\" else plain)
    return answer


def cut(answer):
    """Numbers of at most four digits, operators, brackets ( ) and [ ], =; white space may stand between them."""
    text = re.sub(r"\$|\\left|\\right", " ", plain_signs(answer))
    if re.sub(r"[0-9+*/()=\[\]\s-]", "", text):
        raise Unreadable
    return re.findall(r"[0-9]+|\S", text)


def without_blanks(answer):
    """blanks.h: without white space and $, none of it within a number; × · − are * and -."""
    if re.search(r"[0-9][\s$]+[0-9]", answer):
        raise Unreadable
    return re.sub(r"[\s$]", "", answer).translate(str.maketrans("×·−", "**-"))


class Sum:
    """Works an expression out, with what each step gives in `steps` and the numbers that stand in it in `used`."""

    def __init__(self, signs):
        self.signs, self.place, self.steps, self.used = [*signs, ""], 0, [], []

    def take(self):
        self.place += 1
        return self.signs[self.place - 1]

    def chain(self, operators, part):
        value = part()
        while self.signs[self.place] and self.signs[self.place] in operators:
            operator, other = self.take(), part()
            if operator == "/" and other == 0:
                raise Unreadable
            value = {"+": lambda: value + other, "-": lambda: value - other, "*": lambda: value * other,
                     "/": lambda: value / other}[operator]()
            self.steps.append(value)
        return value

    def whole(self):
        return self.chain("+-", lambda: self.chain("*/", self.number))

    def number(self):
        sign = self.take()
        if sign and sign in "([":
            value = self.whole()
            if self.take() != {"(": ")", "[": "]"}[sign]:
                raise Unreadable
            return value
        if not re.fullmatch("[0-9]{1,4}", sign):
            raise Unreadable
        self.used.append(int(sign))
        return fractions.Fraction(int(sign))


def worked_out(facts, answer):
    """The expression's value, its steps and its numbers. What is said to follow it must be the target."""
    signs = cut(answer)
    if "=" in signs:
        place = signs.index("=")
        if len(signs) != place + 2 or not re.fullmatch("[0-9]{1,9}", signs[-1]) or int(signs[-1]) != facts["target"]:
            raise Unreadable
        signs = signs[:place]
    if len(signs) > 500 or sum(sign not in "()[]" for sign in signs) > 64:
        raise Unreadable
    found = Sum(signs)
    value = found.whole()
    if found.signs[found.place]:
        raise Unreadable
    return value, found.steps, collections.Counter(found.used)


def game_of_24(facts, answer):
    """Each of the numbers exactly once; exact fractions."""
    value, _, used = worked_out(facts, answer)
    return value == facts["target"] and used == collections.Counter(facts["numbers"])


def mathador(facts, answer):
    """Each of the numbers at most once; no step below 0, none a fraction."""
    value, steps, used = worked_out(facts, answer)
    return (value == facts["target"] and not used - collections.Counter(facts["numbers"]) and
            all(step >= 0 and step.denominator == 1 for step in steps))


def cryptarithm(facts, answer):
    """The sum with a digit for each letter, one to one; no number of several digits begins with 0."""
    given = without_blanks(answer)
    if not re.fullmatch(r"[0-9]+(\+[0-9]+)*=[0-9]+", given):
        raise Unreadable
    found, letters = re.split("[+=]", given), [*facts["words"], facts["total"]]
    if [len(word) for word in found] != [len(word) for word in letters]:
        return False
    pairs = set(zip("".join(letters), "".join(found)))
    one_to_one = len({letter for letter, _ in pairs}) == len({digit for _, digit in pairs}) == len(pairs)
    return (one_to_one and not any(len(word) > 1 and word[0] == "0" for word in found) and
            sum(map(int, found[:-1])) == int(found[-1]))


def side(text):
    """Products before sums, from left to right."""
    value = 0
    for sign, product in re.findall(r"([+-]?)([0-9*]+)", text):
        factor = 1
        for number in product.split("*"):
            factor *= int(number)
        value += -factor if sign == "-" else factor
    return value


def math_path(facts, answer):
    """The equation with a digit for each ?, and nothing else changed."""
    given = without_blanks(answer)
    equation = facts["equation"].replace(" ", "")
    if len(given) != len(equation):
        return False
    if any(not (sign.isascii() and sign.isdigit()) if hidden == "?" else sign != hidden
           for hidden, sign in zip(equation, given)):
        return False
    if any(len(number) > 1 and number[0] == "0" for number in re.findall("[0-9]+", given)):
        return False
    left, right = given.split("=")
    return side(left) == side(right)


def operation(facts, answer):
    """Each of the operators by its formula; brackets stand around each expression within another."""
    def value(signs):
        first = operand(signs)
        while signs and signs[0] in "@#&":
            a2, ab, b2, a1, b1, one = facts["operators"]["@#&".index(signs.pop(0))]
            a, b = first, operand(signs)
            first = a2 * a * a + ab * a * b + b2 * b * b + a1 * a + b1 * b + one
        return first

    def operand(signs):
        sign = signs.pop(0)
        if sign != "(":
            return int(sign)
        inner = value(signs)
        signs.pop(0)
        return inner
    return integer(without_blanks(answer).removeprefix("=")) == value(re.findall(r"[0-9]+|\S", facts["expression"]))


CHECKS = {check.__name__: readable(check) for check in (cryptarithm, game_of_24, math_path, mathador, operation)}
