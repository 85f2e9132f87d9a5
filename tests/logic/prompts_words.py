"""The facts that prompts of puzzles of words and of reasoning tell: read from their text alone, as a model has it."""

import re

from prompts_grids import parts

USUAL = "abcdefghijklmnopqrstuvwxyz"
CIPHERS = [("affine", r"Affine cipher: .* number \(([0-9]+) \* x \+ ([0-9]+)\) mod 26"), ("atbash", "Atbash cipher: "),
           ("autokey", "Autokey cipher with the key ([A-Z]+): "),
           ("caesar", "Caesar cipher: .* one ([0-9]+) places? further"),
           ("columnar", "Columnar transposition with the key ([A-Z]+): "),
           ("keyword", "Substitution with the key word ([A-Z]+): "),
           ("rail_fence", "Rail fence with ([0-9]+) rails: "), ("vigenere", "Vigenere cipher with the key ([A-Z]+): ")]


def numbered(prompt):
    """The texts of lines that are numbered from 1 on."""
    found = re.findall("^([0-9]+)[.] (.*)$", prompt, re.MULTILINE)
    assert [number for number, _ in found] == [str(place) for place in range(1, len(found) + 1)]
    return [text for _, text in found]


def bullets(text):
    return re.findall("^- (.*)$", text, re.MULTILINE)


def cipher(prompt):
    task = "encrypt" if ". Encrypt the text below by" in prompt else "decrypt"
    assert task == "encrypt" or "The text below was encrypted by" in prompt and "Decrypt it: find" in prompt
    steps = [(name, " ".join(found.groups())) for text in numbered(prompt) for name, pattern in CIPHERS
             for found in [re.match(pattern, text)] if found]
    assert len(steps) == len(numbered(prompt))
    return {"task": task, "text": re.search("^Text: ([A-Z]+)$", prompt, re.MULTILINE)[1],
            "methods": [name for name, _ in steps], "keys": [key for _, key in steps]}


def dyck_errors(prompt):
    sequence = parts(prompt)[1]
    assert f"It has {len(sequence)} bracket" in prompt
    return {"sequence": sequence}


def order(prompt):
    letters = re.search("this order of letters: ((?:[a-z] ){25}[a-z])[.]", prompt)
    assert letters or "by the usual alphabet." in prompt
    down = "The order is descending: the greatest word comes first." in prompt
    assert down != ("The order is ascending: the least word comes first." in prompt)
    return {"alphabet": letters[1].replace(" ", "") if letters else USUAL,
            "order": "descending" if down else "ascending"}


def word_sorting(prompt):
    return {"words": re.search("^Words: (.*)$", prompt, re.MULTILINE)[1].split(", "), **order(prompt)}


def word_sorting_mistake(prompt):
    methods = {"insertion": "the word at place k + 1", "selection": "of the words from place k on",
               "bubble": "one goes through the whole list once"}
    steps = re.findall("^Step ([0-9]+): (.*)$", prompt, re.MULTILINE)
    assert [int(number) for number, _ in steps] == list(range(1, len(steps) + 1))
    return {"words": re.search("^Start: (.*)$", prompt, re.MULTILINE)[1].split(), **order(prompt),
            "method": next(name for name, words in methods.items() if words in prompt),
            "steps": [text for _, text in steps]}


def wordscapes(prompt):
    words = {way: re.search(f"^Words {way}: (.*)$", prompt, re.MULTILINE)[1].split(", ") for way in ("across", "down")}
    return {"grid": ["".join(line.split()) for line in parts(prompt)[1].split("\n")], **words}


def boolean_expressions(prompt):
    given = re.match("Let (.*?)[.] Which", prompt)[1].split(", ")
    options = re.findall("^([A-L])[.] (.*)$", prompt, re.MULTILINE)
    assert [letter for letter, _ in options] == list("ABCDEFGHIJKL"[:len(options)])
    return {"names": [each.split(" = ")[0] for each in given], "values": [int(each.split(" = ")[1]) for each in given],
            "options": [text for _, text in options]}


def listed(text):
    return re.split(", | and ", text)


LIES = ["(X) tells the truth", "(X) lies", "(X) and (X) are both truth-tellers or both liars",
        "one of (X) and (X) is a truth-teller and the other a liar", "at least one of (X) and (X) tells the truth",
        "at least one of (X) and (X) lies", "exactly one of (X), (X) and (X) tells the truth",
        "exactly two of (X), (X) and (X) tell the truth", "if (X) tells the truth, then so does (X)"]


def web_of_lies(prompt):
    people = listed(re.match("Each of (.*) is either a truth-teller", prompt)[1])

    def read(line):
        said = re.fullmatch('([A-Za-z]+) says: "(.*)[.]"', line)
        text = said[2] if said else re.fullmatch("It is known that (.*)[.]", line)[1]
        for form, pattern in enumerate(LIES):
            found = re.fullmatch(pattern.replace("X", "[A-Z][a-z]+"), text)
            if found:
                about = [people.index(name) for name in found.groups()]
                return [people.index(said[1]) if said else -1, form, *about, *[-1] * (3 - len(about))]
        raise ValueError(line)
    asked = listed(re.search("Do these people tell the truth: (.*?)[?]", prompt)[1])
    return {"people": people, "statements": [read(line) for line in bullets(prompt)],
            "asked": [people.index(name) for name in asked]}


CLUES = ["(V) lives in house ([0-9])", "(V) does not live in house ([0-9])", "(V) and (V) are the same person",
         "(V) and (V) are different people", "(V) lives directly to the left of (V)",
         "(V) and (V) live next to each other",
         "(V) lives somewhere to the left of (V)", "there is exactly one house between those of (V) and (V)",
         "(V) lives somewhere between (V) and (V)"]


def zebra_puzzle(prompt):
    """A value is one word; the words around it say only of what category it is."""
    categories = [line.split(": ") for line in bullets(prompt)]
    values = [value for _, text in categories for value in listed(text)]
    around = (r"the person in the \w+ house|the person who (?:drinks|likes|plays) \w+|the person with the \w+|the \w+"
              r"|[A-Z]\w+")

    def value_of(phrase):
        found = [place for place, value in enumerate(values) if re.search(rf"\b{value}\b", phrase)]
        assert len(found) == 1, phrase
        return found[0]

    def read(line):
        text = line[0].lower() + line[1:-1] if not any(line.startswith(value) for value in values) else line[:-1]
        for form, pattern in enumerate(CLUES):
            found = re.fullmatch(pattern.replace("V", around), text)
            if found:
                operands = [int(each) if each.isdigit() else value_of(each) for each in found.groups()]
                return [form, *operands, *[-1] * (3 - len(operands))]
        raise ValueError(line)
    assert f"in this order: {', '.join(name for name, _ in categories)}." in prompt
    return {"houses": int(re.match("There are ([0-9]) houses", prompt)[1]),
            "categories": [name for name, _ in categories], "values": values,
            "clues": [read(line) for line in numbered(prompt)]}


TRADES = ["(P) and (P) exchange what they have", "Whoever has the (G) and whoever has the (G) exchange them",
          "(P) exchanges with whoever has the (G)",
          "At the same time, (P) gives what they have to (P), (P) to (P), and (P) to (P)",
          "If (P) has the (G), (P) exchanges with (P); otherwise (P) exchanges with (P)"]


def goods_exchange(prompt):
    pairs = [line.split(": ") for line in bullets(prompt)]
    people, goods = [name for name, _ in pairs], [thing for _, thing in pairs]

    def read(line):
        for form, pattern in enumerate(TRADES):
            found = re.fullmatch(pattern.replace("P", "[A-Z][a-z]+").replace("G", "[a-z]+"), line[:-1])
            if not found:
                continue
            words = list(found.groups())
            if form == 3:
                assert words[1] == words[2] and words[3] == words[4] and words[5] == words[0]
                words = [words[0], words[2], words[4]]
            if form == 4:
                assert words[0] == words[2] == words[4]
                words = [words[0], words[1], words[3], words[5]]
            places = [people.index(word) if word in people else goods.index(word) for word in words]
            return [form, *places, *[-1] * (4 - len(places))]
        raise ValueError(line)
    asked = listed(re.search("What does (?:each of )?(.*) have in the end", prompt)[1])
    return {"people": people, "goods": goods, "steps": [read(line) for line in numbered(prompt)],
            "asked": [people.index(name) for name in asked]}


def clock(text):
    return int(text[:2]) * 60 + int(text[3:])


def length(text):
    found = re.findall("([0-9]+) (hour|minute)", text)
    return sum(int(number) * (60 if unit == "hour" else 1) for number, unit in found)


def free_span(prompt):
    begin, end = re.search("meet between ([0-9:]+) and ([0-9:]+) on one day", prompt).groups()
    facts = {"task": "free_span", "people": [], "from": clock(begin), "to": clock(end)}
    facts |= {"ahead": [], "rest": [], "busy": []}
    for person, line in enumerate(bullets(prompt)):
        pattern = (r"([A-Za-z]+)(?: \(whose local time is (.*) common time\))?"
                   "(?:, who needs a rest of (.*) after each appointment)?: (.*)")
        name, ahead, rest, spans = re.fullmatch(pattern, line).groups()
        facts["people"].append(name)
        facts["ahead"].append(length(ahead or "") * (-1 if ahead and ahead.endswith("behind") else 1))
        facts["rest"].append(length(rest or ""))
        facts["busy"] += [[person, *map(clock, span)] for span in re.findall("([0-9:]{5})-([0-9:]{5})", spans)]
    return facts


def schedule(prompt):
    gap = re.search("there must be at least ([^.]*)[.]", prompt)
    events = [re.fullmatch("([a-z]+): takes (.*), begins at (.*) or later, has ended by (.*)", line)
              for line in bullets(parts(prompt)[1])]
    names = [event[1] for event in events]
    before = re.findall("^- ([a-z]+) must have ended when ([a-z]+) begins$", prompt, re.MULTILINE)
    return {"task": "schedule", "events": names, "durations": [length(event[2]) for event in events],
            "earliest": [clock(event[3]) for event in events], "latest": [clock(event[4]) for event in events],
            "gap": length(gap[1]) if gap else 0, "before": [names.index(name) for pair in before for name in pair]}


READ = {
    "cipher": cipher, "dyck_errors": dyck_errors, "dyck_language": lambda prompt: {"prefix": parts(prompt)[1]},
    "word_sorting": word_sorting, "word_sorting_mistake": word_sorting_mistake, "wordscapes": wordscapes,
    "boolean_expressions": boolean_expressions, "web_of_lies": web_of_lies, "zebra_puzzle": zebra_puzzle,
    "goods_exchange": goods_exchange,
    "time_sequence": lambda prompt: (schedule if prompt.startswith("Make a schedule") else free_span)(prompt),
}
