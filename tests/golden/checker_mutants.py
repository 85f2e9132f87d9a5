"""Wrong checkers made of right ones: one small change in the source, of the kind that people make. And the
shapes of answers for checkers that are known without their problem.
"""

import random
import re

# (what is looked for, what takes its place): a change is one of these at one place.
CHANGES = (
    (r"(?<![<>=!+\-*/&|])<(?![<=])(?=[^<>\n]*[;){&|?])", "<="),
    (r"(?<![<>=!\-])>(?![>=])(?=[^<>\n]*[;){&|?])", ">="),
    (r"<=", "<"),
    (r">=", ">"),
    (r"==", "!="),
    (r"!=", "=="),
    (r"&&", "||"),
    (r"\|\|", "&&"),
    (r"\breturn false\b", "return true"),
    (r"\breturn true\b", "return false"),
    (r"\bquitf\(_wa\b", "quitf(_ok"),
    (r"\bquitf\(_pe\b", "quitf(_ok"),
    (r"\bquit\(_wa\b", "quit(_ok"),
    (r"\bquitf\(_ok\b", "quitf(_wa"),
    (r"\bexit\(43\)", "exit(42)"),
    (r"\bwrong_answer\(", "(void)sizeof("),
    (r"\bReject\(", "(void)sizeof("),
    (r"\+\+(\w+)", r"--\1"),
    (r"\b1\b", "2"),
    (r"\b0\b", "1"),
    (r"\b1[eE]-\d+", "1e-1"),
    (r"\bnot in\b", "in"),
    (r"\band\b", "or"),
)
# Where a change is none of the checker's: includes, macros, comments, strings, templates.
QUIET = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|^\s*#[^\n]*$|\b(?:vector|set|map|pair|queue|array|tuple|'
                   r'unordered_\w+|multiset|priority_queue|basic_string|function|static_cast|numeric_limits)\s*<[^;(){}]*>',
                   re.DOTALL | re.MULTILINE)


def places(source):
    quiet = [match.span() for match in QUIET.finditer(source)]
    found = []
    for pattern, replacement in CHANGES:
        for match in re.finditer(pattern, source):
            if not any(begin <= match.start() < end for begin, end in quiet):
                found.append((match.start(), match.end(), match.expand(replacement)))
    return found


def mutants(source, seed):
    """Sources, in a random order of their changes that is the same for the same seed."""
    found = places(source)
    random.Random(seed).shuffle(found)
    for begin, end, text in found:
        yield source[:begin] + text + source[end:]


# Answers of six tests; a checker that never reads the input is proved on those that it understands.
SHAPES = {
    "integer": ["3\n", "-7\n", "12\n", "100\n", "999983\n", "41\n"],
    "integers": ["3\n1 4 5\n", "2\n9 2\n", "1\n7\n", "4\n10 20 30 40\n", "3\n8 8 1\n", "2\n60 5\n"],
    "integer lines": ["3\n14\n", "15\n92\n6\n", "5\n35\n", "8\n97\n93\n", "23\n84\n", "62\n64\n33\n"],
    "words": ["abc de\n", "foo\n", "bar baz x\n", "hello world\n", "one two\n", "z y x\n"],
    "yes": ["YES\n", "NO\n", "YES\n", "NO\n", "NO\n", "YES\n"],
    "yes lines": ["YES\nNO\n", "NO\nNO\nYES\n", "YES\nYES\n", "NO\nYES\n", "YES\n", "NO\nNO\n"],
    "decimal": ["0.250000000\n", "3.141592654\n", "-17.500000000\n", "1234.567890123\n", "2.718281828\n",
                "0.001234568\n"],
    "decimals": ["0.25 1.5\n", "3.141592654 2.5\n", "-17.5 0.125\n", "1234.5678 9.75\n", "2.718281828 1.25\n",
                 "0.5 0.75\n"],
    "cases": ["Case 1: 5\nCase 2: 7\n", "Case 1: 12\nCase 2: -4\n", "Case 1: 1\nCase 2: 2\nCase 3: 3\n",
              "Case 1: 88\n", "Case 1: 10\nCase 2: 20\n", "Case 1: 6\nCase 2: 28\n"],
}


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
