"""Wrong checkers made of right ones: one small change in the source, of the kind that people make."""

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
