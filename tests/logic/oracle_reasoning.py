"""Second implementation of src/logic/reasoning: written from reasoning.h and the prompts, never from the verifiers."""

import itertools
import re

from oracle_forms import once, readable, token_lines, tokens

# How Python writes them, between brackets.
PYTHON = {"xor": "!=", "implies": "<=", "true": "True", "false": "False"}


def as_python(expression):
    """Each logical pair stands in brackets of its own, so its parts are put into brackets, too, before they meet."""
    signs = re.findall(r"[a-z]+|[0-9]+|[<>=!]=|\S", expression)

    def group(place):
        """From behind a bracket up to its end: (text, place behind it)."""
        parts, operator = [[]], None
        while place < len(signs) and signs[place] != ")":
            sign = signs[place]
            if sign == "(":
                text, place = group(place + 1)
                parts[-1].append(text)
            elif sign in ("and", "or", "xor", "implies"):
                operator = sign
                parts.append([])
            else:
                parts[-1].append(PYTHON.get(sign, sign))
            place += 1
        return f"({PYTHON.get(operator, operator or '').join('(' + ' '.join(part) + ')' for part in parts)})", place
    text = group(0)[0]
    return re.sub(r"is (even|odd)", lambda which: f"% 2 == {int(which[1] == 'odd')}", spaced_sums(text))


def spaced_sums(text):
    """A sum before `is` is what is odd, not its last term."""
    return re.sub(r"\(([^()]*) is (even|odd)\)", r"((\1) is \2)", text)


@once
def true_options(facts):
    names = dict(zip(facts["names"], facts["values"]))
    return [chr(ord("a") + place) for place, option in enumerate(facts["options"])
            if eval(as_python(option), {"__builtins__": {}}, names)]  # of our own program's facts


def boolean_expressions(facts, answer):
    """The set of all true ones; letters may stand together, but A-C could be two or three of them."""
    found = [word for word in tokens(answer) if word != "and"]
    right = true_options(facts)
    if found == ["none"] or not found or "-" in answer:
        return found == ["none"] and "-" not in answer and not right
    return sorted(set("".join(found))) == right and max(map(len, found)) <= 12


@once
def worlds_agree(facts):
    """For each asked person what it is in all worlds that the statements leave."""
    people = len(facts["people"])
    forms = [lambda t, a, b, c: t[a], lambda t, a, b, c: not t[a], lambda t, a, b, c: t[a] == t[b],
             lambda t, a, b, c: t[a] != t[b], lambda t, a, b, c: t[a] or t[b], lambda t, a, b, c: not (t[a] and t[b]),
             lambda t, a, b, c: t[a] + t[b] + t[c] == 1, lambda t, a, b, c: t[a] + t[b] + t[c] == 2,
             lambda t, a, b, c: not t[a] or t[b]]
    left = [world for world in itertools.product([False, True], repeat=people)
            if all(forms[form](world, a, b, c) == (who < 0 or world[who])
                   for who, form, a, b, c in facts["statements"])]
    kinds = [{world[person] for world in left} for person in facts["asked"]]
    return ["unknown" if len(kind) == 2 else "yes" if True in kind else "no" for kind in kinds]


def web_of_lies(facts, answer):
    return tokens(answer) == worlds_agree(facts)


def zebra_puzzle(facts, answer):
    """A line a house; every table that agrees with all clues."""
    houses, values = facts["houses"], [value.lower() for value in facts["values"]]
    table = token_lines(answer)
    if table[:1] == [[name.lower() for name in facts["categories"]]]:
        del table[0]  # what the columns are
    if len(table) != houses:
        return False
    house = {}
    for number, row in enumerate(table, 1):
        if len(row) == len(facts["categories"]) + 1 and row[0] == str(number):
            row = row[1:]  # which house it is
        if len(row) != len(facts["categories"]):
            return False
        for category, word in enumerate(row):
            of_it = values[category * houses:(category + 1) * houses]
            if word not in of_it:
                return False
            house[category * houses + of_it.index(word)] = number
    if len(house) != len(values):
        return False
    forms = [lambda a, b, c: house[a] == b, lambda a, b, c: house[a] != b, lambda a, b, c: house[a] == house[b],
             lambda a, b, c: house[a] != house[b], lambda a, b, c: house[a] + 1 == house[b],
             lambda a, b, c: abs(house[a] - house[b]) == 1, lambda a, b, c: house[a] < house[b],
             lambda a, b, c: abs(house[a] - house[b]) == 2,
             lambda a, b, c: min(house[b], house[c]) < house[a] < max(house[b], house[c])]
    return all(forms[form](a, b, c) for form, a, b, c in facts["clues"])


def goods_in_the_end(facts):
    has = dict(enumerate(range(len(facts["people"]))))

    def owner(thing):
        return next(person for person, had in has.items() if had == thing)

    def exchange(one, other):
        has[one], has[other] = has[other], has[one]
    for form, a, b, c, d in facts["steps"]:
        if form == 0:
            exchange(a, b)
        elif form == 1:
            exchange(owner(a), owner(b))
        elif form == 2:
            exchange(a, owner(b))
        elif form == 3:
            has[b], has[c], has[a] = has[a], has[b], has[c]
        else:
            exchange(a, c if has[a] == b else d)
    return has


def goods_exchange(facts, answer):
    """For each asked person its thing, in any order. Of one person it is clear whose it is."""
    has = goods_in_the_end(facts)
    found = tokens(answer)
    names, things = [facts["people"][person].lower() for person in facts["asked"]], found[1::2]
    if len(found) == 1 and len(names) == 1:
        found, things = names + found, found
    right = {name: facts["goods"][has[person]].lower() for name, person in zip(names, facts["asked"])}
    return sorted(zip(found[::2], things)) == sorted(right.items()) and len(found) == 2 * len(names)


def minutes(word):
    found = re.fullmatch("([0-9]{1,2}):([0-5][0-9])", word)
    time = int(found[1]) * 60 + int(found[2]) if found else None
    return time if found and time <= 24 * 60 else None


@once
def free_minutes(facts):
    """Each minute of the span that counts in which nobody has an appointment or a rest, and the longest run of them."""
    free = set(range(facts["from"], facts["to"]))
    for person, begin, end in facts["busy"]:
        free -= set(range(begin - facts["ahead"][person], end + facts["rest"][person] - facts["ahead"][person]))
    longest = run = 0
    for minute in range(facts["from"], facts["to"]):
        run = run + 1 if minute in free else 0
        longest = max(longest, run)
    return free, longest


def free_span(facts, answer):
    """Every span of the greatest length in which all are free. Other dashes, or "to", may stand between."""
    free, longest = free_minutes(facts)
    found = tokens(re.sub("[–—−]", "-", answer))
    if len(found) == 3 and found[1] == "to":
        del found[1]
    if longest == 0:
        return found == ["none"]
    times = [minutes(word) for word in found]
    return (len(times) == 2 and None not in times and times[1] - times[0] == longest and
            all(minute in free for minute in range(*times)))


def schedule(facts, answer):
    """Every schedule that keeps to all bounds, gaps and orders; events in any order."""
    names = [name.lower() for name in facts["events"]]
    found = tokens(answer)
    if len(found) != 2 * len(names) or sorted(found[::2]) != sorted(names):
        return False
    begin = {names.index(name): minutes(word) for name, word in zip(found[::2], found[1::2])}
    if None in begin.values():
        return False
    end = {event: time + facts["durations"][event] for event, time in begin.items()}
    in_turn = sorted(begin, key=lambda event: (begin[event], end[event]))
    befores = list(zip(facts["before"][::2], facts["before"][1::2]))
    return (all(facts["earliest"][event] <= begin[event] for event in begin) and
            all(end[event] <= facts["latest"][event] for event in begin) and
            all(end[one] + facts["gap"] <= begin[next_one] for one, next_one in zip(in_turn, in_turn[1:])) and
            all(end[one] <= begin[other] for one, other in befores))


def time_sequence(facts, answer):
    return (free_span if facts["task"] == "free_span" else schedule)(facts, answer)


CHECKS = {check.__name__: readable(check)
          for check in (boolean_expressions, web_of_lies, zebra_puzzle, goods_exchange, time_sequence)}
