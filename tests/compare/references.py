"""What comparisons are meant to say, written a second time for obviousness and without a look at speed.

Each reference takes the expected and the actual bytes and returns A (accepted), W (wrong), P (can't be
read) or F (the expectation's fault).
"""

import decimal
import math
import re

SPACE = b" \t\r\v\f"
NUMBER = re.compile(rb"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\Z")
INTEGER = re.compile(rb"[+-]?\d+\Z")
WORD = re.compile(rb"[+-]?(nan|inf|infinity)\Z")


def decided(equal):
    return "A" if equal else "W"


def text_of(data):
    return data.decode("utf-8", "surrogateescape")


# ---- our own modes ----


def lines_of(data):
    lines = data.split(b"\n")
    while lines and not lines[-1].strip(SPACE):
        lines.pop()
    return lines


def tokens_of(data):
    return [t for t in re.split(rb"[ \t\r\v\f\n]+", data) if t]


def close_tokens(a, b):
    if a == b:
        return True
    if NUMBER.match(a) and not INTEGER.match(a):
        if not NUMBER.match(b):
            return False
        x, y = float(a), float(b)
        return math.isfinite(x) and math.isfinite(y) and (abs(x - y) <= 1e-9 or abs(x - y) <= 1e-6 * abs(x))
    return bool(WORD.match(a.lower())) and a.lower() == b.lower()


def same_lists(a, b, same):
    return len(a) == len(b) and all(map(same, a, b))


def default(expected, actual):
    return decided(same_lists(lines_of(expected), lines_of(actual),
                              lambda a, b: same_lists(tokens_of(a), tokens_of(b), close_tokens)))


def compat_tokens(a, b):
    if a.lower() == b.lower():
        return True
    if NUMBER.match(a) and not INTEGER.match(a) and NUMBER.match(b):
        x, y = float(a), float(b)
        return math.isfinite(x) and math.isfinite(y) and abs(x - y) / max(abs(x), 1e-10) < 1e-5
    return False


def compat(expected, actual):
    expected, actual = (text_of(t).strip().encode("utf-8", "surrogateescape") for t in (expected, actual))
    return decided(same_lists(lines_of(expected), lines_of(actual),
                              lambda a, b: same_lists(tokens_of(a), tokens_of(b), compat_tokens)))


def exact(expected, actual):
    return decided(expected == actual)


def lines(expected, actual):
    return decided(same_lists(lines_of(expected), lines_of(actual),
                              lambda a, b: a.rstrip(SPACE) == b.rstrip(SPACE)))


def unordered_lines(expected, actual):
    return decided(sorted(l.rstrip(SPACE) for l in lines_of(expected)) ==
                   sorted(l.rstrip(SPACE) for l in lines_of(actual)))


def tokens(expected, actual):
    return decided(tokens_of(expected) == tokens_of(actual))


def float_tokens(expected, actual):
    return decided(same_lists(tokens_of(expected), tokens_of(actual), close_tokens))


def yesno(expected, actual):
    wanted = [t.lower() for t in tokens_of(expected)[:1]]
    if wanted not in ([b"yes"], [b"no"]):
        return "F"
    return decided(wanted == [t.lower() for t in tokens_of(actual)[:1]])


def icpc(expected, actual):
    return decided([t.lower() for t in tokens_of(expected)] == [t.lower() for t in tokens_of(actual)])


# ---- Python verifiers ----


def peer_line(wanted, got):
    wanted, got = wanted.lower().strip(), got.lower().strip()
    if wanted == got:
        return True
    try:
        x, y = float(wanted), float(got)
    except ValueError:
        return False
    return abs(y - x) / max(abs(x), 1e-10) < 1e-5


PYTHON_PROFILES = ("scalebox", "sandboxfusion", "livecodebench", "verl_prime")


def beyond_ascii(expected, actual):
    """Whether a pair has letters with a case, or digits, of other scripts: the profiles of Python
    verifiers don't know these (docs/judging.md)."""
    return any(c > "\x7f" and (c.isdigit() or c.lower() != c) for c in text_of(expected + b" " + actual))


def scalebox(expected, actual):
    pairs = zip(text_of(expected).strip().split("\n"), text_of(actual).strip().split("\n"))
    return decided(all(peer_line(a, b) for a, b in pairs))


def sandboxfusion(expected, actual):
    return decided(same_lists(text_of(expected).strip().split("\n"), text_of(actual).strip().split("\n"), peer_line))


def livecodebench(expected, actual):
    wanted, got = ([line.strip() for line in text_of(t).strip().split("\n")] for t in (expected, actual))
    if len(wanted) != len(got):
        return "W"
    for a, b in zip(wanted, got):
        if a == b:
            continue
        try:
            if [decimal.Decimal(t) for t in a.split()] != [decimal.Decimal(t) for t in b.split()]:
                return "W"
        except decimal.InvalidOperation:
            return "W"
    return "A"


def verl_prime(expected, actual):
    gt, output = text_of(expected), text_of(actual).splitlines()
    if "\n".join(output).strip() == gt.strip() or "\n".join(o.strip() for o in output).strip() == gt.strip():
        return "A"
    wanted = [x.strip() for x in gt.split("\n") if x]
    if output == wanted:
        return "A"
    output = [x for x in output if x]
    if output == wanted:
        return "A"
    if len(output) != len(wanted) or all(a.isdigit() and b.isdigit() for a, b in zip(output, wanted)):
        return "W"
    try:
        return decided(close_all([float(x) for x in output], [float(x) for x in wanted]))
    except ValueError:
        return "W"


def close_all(a, b):
    """numpy.allclose of two lists of one length, for machines without numpy."""
    return all(abs(x - y) <= 1e-8 + 1e-5 * abs(y) if math.isfinite(x) and math.isfinite(y) else x == y
               for x, y in zip(a, b))


# ---- testlib's standard checkers ----


class Verdict(Exception):
    pass


class Stream:
    BLANKS = b" \t\r\n"

    def __init__(self, data, fault):
        self.data = data[3:] if fault == "P" and data.startswith(b"\xef\xbb\xbf") else data
        self.at = 0
        self.fault = fault

    def seek_eof(self):
        while self.at < len(self.data) and self.data[self.at] in self.BLANKS:
            self.at += 1
        return self.eof()

    def eof(self):
        return self.at >= len(self.data)

    def word(self):
        if self.seek_eof():
            raise Verdict(self.fault)
        start = self.at
        while not self.eof() and self.data[self.at] not in self.BLANKS:
            self.at += 1
        return self.data[start:self.at]

    def long(self, bits=64):
        return self.integer(self.word(), bits)

    def integer(self, word, bits=64):
        if not re.fullmatch(rb"0|-?[1-9]\d*", word) or not -(1 << bits - 1) <= int(word) < 1 << bits - 1:
            raise Verdict(self.fault)
        return int(word)

    def double(self):
        word = self.word()
        if not NUMBER.match(word):
            raise Verdict(self.fault)
        return float(word)

    def line(self):
        end = self.data.find(b"\n", self.at)
        end = len(self.data) if end < 0 else end
        line, self.at = self.data[self.at:end], min(end + 1, len(self.data))
        # A CR goes, and what follows it stays whatever it is; at the end of the text 0xff stands for that.
        last = b"\xff" if end == len(self.data) else b""
        return re.sub(rb"\r(?s:(.)|\Z)", lambda m: last if m[1] is None else m[1], line)


def near(error):
    return lambda a, b: not abs(a - b) > error + 1e-15


def close(error):
    def same(a, b):
        limit = error + 1e-15
        if abs(a) > 1e300:
            return abs(b) > 1e300 and (a > 0) == (b > 0)
        if abs(b) > 1e300:
            return False
        low, high = sorted((a * (1.0 - limit), a * (1.0 + limit)))
        return abs(b - a) <= limit or low <= b <= high
    return same


def equal(a, b):
    return a == b


def expect(condition, verdict):
    if not condition:
        raise Verdict(verdict)


def one(read, same):
    def run(ans, ouf):
        a = read(ans)
        expect(same(a, read(ouf)), "W")
    return run


def doubles(same):
    def run(ans, ouf):
        while not ans.seek_eof():
            a = ans.double()
            expect(same(a, ouf.double()), "W")
    return run


def sequence(read, check):
    def run(ans, ouf):
        while not ans.seek_eof() and not ouf.seek_eof():
            a = read(ans)
            check(a, read(ouf))
        missing = extra = 0
        while not ans.seek_eof():
            missing += 1
            read(ans)
        while not ouf.seek_eof():
            extra += 1
            read(ouf)
        expect(missing + extra == 0, "W")
    return run


def must_equal(a, b):
    expect(a == b, "W")


def must_agree(a, b):
    a, b = a.upper(), b.upper()
    expect(a in (b"YES", b"NO"), "F")
    expect(b in (b"YES", b"NO"), "P")
    expect(a == b, "W")


def run_yesno(ans, ouf):
    a = ans.word()
    must_agree(a, ouf.word())


def run_hcmp(ans, ouf):
    a, b = ans.word(), ouf.word()
    expect(re.fullmatch(rb"0|-?[1-9][0-9]*", a) and ans.seek_eof(), "F")
    expect(re.fullmatch(rb"0|-?[1-9][0-9]*", b), "P")
    expect(a == b, "W")


def run_uncmp(ans, ouf):
    a, b = [], []
    for numbers, stream in ((a, ans), (b, ouf)):
        while not stream.seek_eof():
            numbers.append(stream.long())
    expect(sorted(a) == sorted(b), "W")


def by_line(same):
    def run(ans, ouf):
        while not ans.eof():
            a = ans.line()
            if not a and ans.eof():
                break
            expect(same(a, ouf.line()), "W")
    return run


def header(stream, case, word_read):
    expect((word_read or stream.word() == b"Case") and stream.word() == b"%d:" % case, stream.fault)


def run_caseicmp(ans, ouf):
    read = []
    for stream in (ans, ouf):
        numbers = []
        while not stream.seek_eof():
            header(stream, len(numbers) + 1, False)
            numbers.append(stream.long())
        read.append(numbers)
    expect(all(map(equal, *read)), "W")
    expect(len(read[0]) == len(read[1]), "P")


def numbered(convert):
    def run(ans, ouf):
        seen = {ans: False, ouf: False}
        case = 0
        while not ans.seek_eof():
            case += 1
            both = []
            for stream in (ans, ouf):
                header(stream, case, seen[stream])
                values = []
                while not stream.seek_eof():
                    word = stream.word()
                    if word == b"Case":
                        seen[stream] = True
                        break
                    values.append(convert(stream, word))
                both.append(values)
            expect(both[0] == both[1], "W")
    return run


TESTLIB = {
    "acmp": one(Stream.double, near(1.5e-6)),
    "caseicmp": run_caseicmp,
    "casencmp": numbered(Stream.integer),
    "casewcmp": numbered(lambda stream, word: word),
    "dcmp": one(Stream.double, close(1e-6)),
    "fcmp": by_line(equal),
    "hcmp": run_hcmp,
    "icmp": one(lambda s: s.long(32), equal),
    "lcmp": by_line(lambda a, b: a.split() == b.split()),
    "ncmp": sequence(Stream.long, must_equal),
    "nyesno": sequence(Stream.word, must_agree),
    "rcmp": one(Stream.double, near(1.5e-6)),
    "rcmp4": doubles(close(1e-4)),
    "rcmp6": doubles(close(1e-6)),
    "rcmp9": doubles(close(1e-9)),
    "rncmp": doubles(near(1.5e-5)),
    "uncmp": run_uncmp,
    "wcmp": sequence(Stream.word, must_equal),
    "yesno": run_yesno,
}


def testlib(checker):
    def reference(expected, actual):
        ans, ouf = Stream(expected, "F"), Stream(actual, "P")
        try:
            TESTLIB[checker](ans, ouf)
        except Verdict as verdict:
            return str(verdict)
        return "A" if ouf.seek_eof() else "P"
    return reference


# Name of the comparison: its reference, and the families of texts that find its borders.
COMPARISONS = {
    "default": (default, ["numbers", "words"]),
    "default compat": (compat, ["numbers", "words"]),
    "default scalebox": (scalebox, ["numbers", "words"]),
    "default sandboxfusion": (sandboxfusion, ["numbers", "words"]),
    "default livecodebench": (livecodebench, ["numbers", "words"]),
    "default verl_prime": (verl_prime, ["numbers", "words", "number"]),
    "exact": (exact, ["words"]),
    "lines": (lines, ["words", "numbers"]),
    "tokens": (tokens, ["words", "numbers"]),
    "float": (float_tokens, ["numbers", "words"]),
    "yesno": (yesno, ["yesno"]),
    "unordered_lines": (unordered_lines, ["words", "numbers"]),
    "icpc": (icpc, ["words", "numbers"]),
}
FAMILIES = {"caseicmp": ["case"], "casencmp": ["cases"], "casewcmp": ["cases"], "yesno": ["answer", "yesno"],
            "nyesno": ["yesno"], "acmp": ["number", "numbers"], "rcmp": ["number", "numbers"],
            "dcmp": ["number", "numbers"], "icmp": ["integer"], "hcmp": ["integer"],
            "ncmp": ["integers", "numbers"], "uncmp": ["integers", "numbers"],
            "fcmp": ["words", "numbers"], "lcmp": ["words", "numbers"], "wcmp": ["words", "numbers"]}
for _name in TESTLIB:
    COMPARISONS["testlib-" + _name] = (testlib(_name), FAMILIES.get(_name, ["numbers"]))
