"""Second implementation of src/logic/words: written from its headers and the prompts, never from the verifiers."""

import re

from oracle_forms import columns, integer, marks, readable, same_size, words_of

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">"}


def joined(answer):
    """Without what words.h says to mean nothing: white space, commas and quotes."""
    return re.sub("[ \\t\\r\\n,\"'`]", "", answer)


def caesar(text, by):
    return "".join(LETTERS[(LETTERS.index(letter) + by) % 26] for letter in text)


def moved(text, stream):
    """Each letter moved forward by the number of the letter below it."""
    return "".join(caesar(letter, LETTERS.index(key)) for letter, key in zip(text, stream))


def substituted(text, alphabet):
    return text.translate(str.maketrans(LETTERS, alphabet))


def keyword(text, key):
    return substituted(text, "".join(dict.fromkeys(key + LETTERS)))


def affine(text, key):
    factor, shift = map(int, key.split())
    return substituted(text, "".join(LETTERS[(factor * x + shift) % 26] for x in range(26)))


def columnar(text, key):
    return "".join(text[place::len(key)] for _, place in sorted((letter, place) for place, letter in enumerate(key)))


def rail_fence(text, key):
    rails = [""] * int(key)
    rail, step = 0, 1
    for letter in text:
        rails[rail] += letter
        if not 0 <= rail + step < len(rails):
            step = -step
        rail += step
    return "".join(rails)


ENCRYPT = {"affine": affine, "atbash": lambda text, key: substituted(text, LETTERS[::-1]),
           "autokey": lambda text, key: moved(text, key + text), "caesar": lambda text, key: caesar(text, int(key)),
           "columnar": columnar, "keyword": keyword, "rail_fence": rail_fence,
           "vigenere": lambda text, key: moved(text, key * len(text))}


def cipher(facts, answer):
    """Decrypting is never done here: what encrypts to the given text is the original, as ciphers are one to one."""
    given = "".join(words_of(answer))
    if not re.fullmatch("[a-z]+", given):
        return False
    given = given.upper()
    decrypted = facts["task"] == "decrypt"
    text = given if decrypted else facts["text"]
    for method, key in zip(facts["methods"], facts["keys"]):
        text = ENCRYPT[method](text, key)
    return text == (facts["text"] if decrypted else given)


def first_error(sequence):
    """The place of the first wrong bracket and what is open there or at the end; no place: there is none."""
    waiting = []
    for place, bracket in enumerate(sequence, 1):
        if bracket in PAIRS:
            waiting.append(PAIRS[bracket])
        elif not waiting or waiting.pop() != bracket:
            return place, None
    return None, "".join(reversed(waiting))


def dyck_language(facts, answer):
    given = joined(answer)
    _, closers = first_error(facts["prefix"])
    return given in (closers, facts["prefix"] + closers)


def one_integer(answer):
    found = words_of(answer)
    return integer(found[0]) if len(found) == 1 else None


def dyck_errors(facts, answer):
    place, waiting = first_error(facts["sequence"])
    if place is None:
        place = len(facts["sequence"]) + 1 if waiting else -1
    return one_integer(answer) == place


def order_of(facts):
    """A key for sorting: lists compare as words do, the shorter of two that begin alike first."""
    return lambda word: [facts["alphabet"].index(letter) for letter in word]


def word_sorting(facts, answer):
    right = sorted(facts["words"], key=order_of(facts), reverse=facts["order"] == "descending")
    return words_of(answer) == right


def after_step(facts, words, number_of_step):
    """The list that the method's rule makes of `words`; places of the prompts count from 1, here from 0."""
    value = order_of(facts)

    def before(first, second):
        return value(first) < value(second) if facts["order"] == "ascending" else value(first) > value(second)
    words = list(words)
    if facts["method"] == "bubble":
        for place in range(len(words) - 1):
            if before(words[place + 1], words[place]):
                words[place], words[place + 1] = words[place + 1], words[place]
    elif facts["method"] == "selection":
        place = number_of_step - 1
        first = words[place]
        for word in words[place:]:
            first = word if before(word, first) else first
        words.remove(first)
        words.insert(place, first)
    else:
        word = words.pop(number_of_step)
        place = sum(before(other, word) for other in words[:number_of_step])
        words.insert(place, word)
    return words


def word_sorting_mistake(facts, answer):
    words, right = facts["words"], None
    for number_of_step, written in enumerate(facts["steps"], 1):
        if written.split() != after_step(facts, words, number_of_step):
            right = number_of_step
            break
        words = written.split()
    given = words_of(answer)
    return given == ["none"] if right is None else given != ["none"] and one_integer(answer) == right


def runs(rows):
    return sorted(run for row in rows for run in "".join(row).split("#") if len(run) > 1)


def wordscapes(facts, answer):
    rows = marks(answer)
    if not same_size(rows, facts["grid"]):
        return False
    for row, given in zip(rows, facts["grid"]):
        for cell, opened in zip(row, given):
            if cell != "#" if opened == "#" else not "a" <= cell <= "z":
                return False
    return runs(rows) == sorted(facts["across"]) and runs(columns(rows)) == sorted(facts["down"])


CHECKS = {check.__name__: readable(check)
          for check in (cipher, dyck_language, dyck_errors, word_sorting, word_sorting_mistake, wordscapes)}
