"""Problems for checkers that are known without theirs: answers of a shape that the checker understands, beside an
input that says how many lines they have, and the outputs of solutions, whose worth the checker itself knows.

A shape is one that the checker may have been written for: the source says whether it reads decimals, words of yes
and no, or integers; and on such answers it does what is asked of any judge: it accepts neither nothing nor garbage, neither an
answer that goes on nor one that ends too early, and doesn't crash. A checker that does with every shape is "faulty",
whoever wrote it.
"""

import math
import re

import invented_tests

# Answers of six tests, by what a checker reads.
SHAPES = {
    "decimals": {
        "decimals": ["0.25 1.5\n", "3.141592654 2.5\n", "-17.5 0.125\n", "1234.5678 9.75\n", "2.718281828 1.25\n",
                     "0.5 0.75\n"],
        "decimal lines": ["0.250000000\n1.5\n", "3.141592654\n", "-17.500000000\n0.125\n9.0625\n", "1234.567890123\n",
                          "2.718281828\n1.25\n", "0.001234568\n88.5\n"],
        "decimal": ["0.250000000\n", "3.141592654\n", "-17.500000000\n", "1234.567890123\n", "2.718281828\n",
                    "0.001234568\n"],
    },
    "yes": {
        "yes lines": ["YES\nNO\n", "NO\nNO\nYES\n", "YES\nYES\n", "NO\nYES\n", "YES\n", "NO\nNO\n"],
        "yes": ["YES\n", "NO\n", "YES\n", "NO\n", "NO\n", "YES\n"],
        "Yes lines": ["Yes\nNo\n", "No\nNo\nYes\n", "Yes\nYes\n", "No\nYes\n", "Yes\n", "No\nNo\n"],
        "Yes": ["Yes\n", "No\n", "Yes\n", "No\n", "No\n", "Yes\n"],
    },
    "integers": {
        "integers": ["3\n1 4 5\n", "2\n9 2\n", "1\n7\n", "4\n10 20 30 40\n", "3\n8 8 1\n", "2\n60 5\n"],
        "integer lines": ["3\n14\n", "15\n92\n6\n", "5\n35\n", "8\n97\n93\n", "23\n84\n", "62\n64\n33\n"],
        "pair": ["3 14\n", "15 92\n", "5 35\n", "8 97\n", "23 84\n", "62 64\n"],
        "pair lines": ["3\n14\n", "15\n92\n", "5\n35\n", "8\n97\n", "23\n84\n", "62\n64\n"],
        "integer": ["3\n", "-7\n", "12\n", "100\n", "999983\n", "41\n"],
    },
    "words": {
        "words": ["abc de\n", "foo\n", "bar baz x\n", "hello world\n", "one two\n", "z y x\n"],
        "word lines": ["abc de\nq\n", "foo\nbar baz\n", "x\ny x\nz\n", "hello world\n", "one\ntwo three\n", "z\ny\nx\n"],
        "cases": ["Case 1: 5\nCase 2: 7\n", "Case 1: 12\nCase 2: -4\n", "Case 1: 1\nCase 2: 2\nCase 3: 3\n",
                  "Case 1: 88\n", "Case 1: 10\nCase 2: 20\n", "Case 1: 6\nCase 2: 28\n"],
        "named numbers": ["ann 5\nbob 7\n", "cid 12\n", "dora 3\nemil 4\nfritz 6\n", "gerd 88\n", "hans 10\nida 20\n",
                          "jan 6\nkurt 28\n"],
    },
}
READS = (("decimals", r"\b(?:double|stod|strtod|readDouble|EPS)\b"), ("yes", r"\"yes\"|\"YES\"|\"Yes\""),
         ("integers", r"\b(?:long long|ll|stoll|stoi|int64_t|readLong|readInt|readInteger)\s*[(>\s]"), ("words", r""))


def without_comments(source):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", source, flags=re.DOTALL)


def groups_for(source):
    """What the source reads first, then the rest."""
    code = re.sub(r"^\s*#.*$", "", without_comments(source), flags=re.MULTILINE)
    return sorted(SHAPES, key=lambda group: next(i for i, (name, pattern) in enumerate(READS) if name == group)
                  + (0 if re.search(dict(READS)[group], code) else 10))


def tolerance_in(source):
    """What every statement of a problem with this checker says."""
    found = re.search(r"\bEPS\w*\s*(?:=|\s)\s*(\d*\.?\d+(?:[eE]-\d+)?)", source)
    value = float(found.group(1)) if found else 0
    return 10 ** math.floor(math.log10(value) + 1e-9) if 0 < value < 0.1 else None


def variants(answer):
    """Outputs that some checkers take for the answer and others don't, by name."""
    words = answer.split()
    yield "upper", answer.upper()
    yield "lower", answer.lower()
    yield "one line", " ".join(words) + "\n"
    yield "reversed", "\n".join(reversed(answer.splitlines())) + "\n"
    yield "sorted", " ".join(sorted(words)) + "\n"
    yield "doubled", answer + answer
    yield "first only", words[0] + "\n"
    yield "last changed", answer.rstrip()[:-1] + ("1" if answer.rstrip()[-1] != "1" else "2") + "\n"
    for name, error in (("tiny error", 1e-10), ("small error", 1e-7), ("error", 1e-4), ("large error", 0.3)):
        yield name, re.sub(r"-?\d+\.\d+", lambda match: f"{float(match.group()) + error:.12f}", answer)


def tails(answer):
    """The answer, and what is no part of it."""
    yield "number behind", answer.rstrip() + " " + answer.split()[-1] + "\n"
    yield "line behind", answer + answer.splitlines()[-1] + "\n"
    yield "garbage behind", answer + "@#$\n"


def cut(answer):
    """Without its last token."""
    return re.sub(r"\s*\S+\s*$", "\n", answer)


def reads_input(source):
    """Of a checker of AetherCode's, which all read their files in one way."""
    code = without_comments(source)
    return any(len(re.findall(rf"\b{name}\b", code)) > 1
               for name in re.findall(r"(\w+)\s*=\s*read_file\(stdin_path\)", code))


def problems_for(name, checker):
    """Problems that the checker may have been written for, the likeliest first."""
    if name in invented_tests.TESTS:
        statement, tests = invented_tests.TESTS[name]
        yield {"id": f"{name} (by hand)", "statement": statement, "time_limit_s": 10, "checker": checker,
               "tests": [{"input": text, "expected": expected} for text, expected, _ in tests],
               "another": [another for _, _, another in tests]}
        return
    for group in groups_for(checker["source"]):
        for shape, answers in SHAPES[group].items():
            eps = tolerance_in(checker["source"]) if group == "decimals" else None
            statement = f"An absolute or relative error of {eps:.0e} is allowed.".replace("e-0", "e-") if eps else ""
            yield {"id": f"{name} ({shape})", "statement": statement, "time_limit_s": 10, "checker": checker,
                   "tests": [{"input": f"{text.count(chr(10))}\n{number}\n", "expected": text}
                             for number, text in enumerate(answers)]}


# From the mildest on.
FAULTS = ("accepts more behind an answer", "accepts half an answer", "breaks on no answer", "accepts no answer")


def invented(name, checker, judge):
    """("honest", problem), or ("faulty", problem) where no shape finds the checker without fault, or None where no
    shape is understood. The problem has what the checker said about its outputs."""
    faulty = None
    for problem in problems_for(name, checker):
        if judge.rulings(problem, checker, [(0, problem["tests"][0]["expected"])]) != ["AC"]:
            continue
        fault = look(problem, checker, judge)
        if fault == "":
            return "honest", problem
        # The shape that it was written for is the one on which it does best.
        if fault and (faulty is None or FAULTS.index(fault) < FAULTS.index(faulty["fault"])):
            problem["fault"] = fault
            faulty = problem
    # One that asks the input may accept anything for an input that isn't of its kind.
    return ("faulty", faulty) if faulty and not reads_input(checker["source"]) else None


def look(problem, checker, judge):
    """What is wrong with the checker on this shape: a few words, none, or None where it doesn't know the shape."""
    answers = [test["expected"] for test in problem["tests"]]
    rows = {"reference": answers, "empty": [""] * len(answers), "garbage": ["@#$\n"] * len(answers),
            "shifted": answers[1:] + answers[:1], "too short": [cut(text) for text in answers]}
    if "another" in problem:
        rows["variants another"] = problem.pop("another")
    for kind in (variants, tails):
        for index, (variant, _) in enumerate(kind(answers[0])):
            rows[f"{kind.__name__} {variant}"] = [list(kind(text))[index][1] for text in answers]
    pairs = sorted({(test, text) for texts in rows.values() for test, text in enumerate(texts)})
    said = dict(zip(pairs, judge.rulings(problem, checker, pairs)))
    words = {row: [said[pair] for pair in enumerate(texts)] for row, texts in rows.items()}
    if set(words["reference"]) != {"AC"} or words["shifted"].count("AC") > 2:
        return None
    problem["said"] = said
    problem["solutions"] = [
        {"right": set(words[row]) == {"AC"}, "name": row, "outputs": texts} for row, texts in rows.items()
        if row.startswith("variants") and set(words[row]) <= {"AC", "WA"}]
    seen = {"breaks on no answer": "broke" in words["empty"] + words["garbage"],
            "accepts no answer": "AC" in words["empty"] + words["garbage"],
            "accepts half an answer": words["too short"].count("AC") > 2,
            "accepts more behind an answer": any(set(words[row]) == {"AC"} for row in rows if row.startswith("tails"))}
    return next((fault for fault in reversed(FAULTS) if seen[fault]), "")
