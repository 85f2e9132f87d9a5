"""Pairs of outputs for differential tests of comparisons: an expectation, and an output that differs from
it the way outputs do in practice, so that many pairs are equal by a rule only and many nearly so.

Families: "numbers" (integers or decimals on lines), "integers", one "number" or "integer", "words",
"yesno" (many), one "answer", "case" ("Case 1: 5") and "cases" ("Case 1: 5 6").
"""

import math
import random

INTEGERS = [b"0", b"1", b"7", b"-1", b"-0", b"+5", b"007", b"00", b"10", b"-10", b"1000000007",
            b"1000000000", b"2147483647", b"2147483648", b"-2147483648", b"-2147483649",
            b"9223372036854775807", b"9223372036854775808", b"-9223372036854775808",
            b"-9223372036854775809", b"18446744073709551616", b"123456789012345678901234567890",
            b"9" * 400, b"-" + b"9" * 310, b"1" + b"0" * 40]
DECIMALS = [b"0.0", b"-0.0", b"1.0", b"1.", b".5", b"-.5", b"+.5", b"1e5", b"1E5", b"1e+5", b"1.e1", b"1e-7",
            b"0.1", b"0.10", b"3.14159265358979", b"1e400", b"-1e400", b"1e-400", b"1e308", b"1e300", b"1.1e300",
            b"1e301", b"2e301", b"1.7976931348623157e308", b"1.7976931348623159e308", b"4.9e-324", b"2e-324",
            b"0e0", b"0e999", b"1e999999999999999999", b"1e9999999999999999999", b"1e-9999999999999999999",
            b"0." + b"3" * 60, b"123456789.123456789e-3", b"5e-1", b"0.5e1", b"00.50"]
ODD = [b"nan", b"NaN", b"-nan", b"inf", b"-inf", b"Inf", b"Infinity", b"+infinity", b"infinit", b"snan",
       b"NaN12", b"0x10", b"0x1p3", b"1_000", b"1__0", b"_1", b"1_", b"1e", b"1e+", b"e5", b".", b"+", b"-", b"--1", b"+-1",
       b"1-2", b"1.2.3", b"1e5e5", b"1,000", b"1/2", b"true", b"None", b"Case", b"1:", b"2:", b"Case:", b"\xff",
       b"\x80\x81", b"\xef\xbb\xbf1", b"\xc3\xa9", b"\xe2\x82\xac", b"a\x00b", b"#", b"abc", b"Abc", b"ABC"]
YESNO = [b"YES", b"NO", b"yes", b"no", b"Yes", b"nO", b"YES", b"NO", b"YESS", b"N", b"maybe", b"Y\xc3\xa9s"]
WORDS = [b"a", b"b", b"abc", b"Abc", b"hello", b"x1", b"\xc3\xa9t\xc3\xa9", b"\xe7\xad\x94", b"!", b"~", b"yes", b"NO"]
BLANKS = [b" ", b"  ", b"\t", b"\n", b"\n\n", b"\r\n", b"\r", b"\v", b"\f", b"\x1c", b"\x1f", b"\xc2\x85",
          b"\xe2\x80\xa8", b"\xe3\x80\x80", b"\xc2\xa0", b" \n", b"\n ", b"\r\r\n", b"\0"]
INSERTS = [b"0", b"1", b"9", b".", b"e", b"E1", b"+", b"-", b"_", b".0", b"0.", b"x", b"\xff", b"\xef\xbb\xbf", b":", b"Case "]
# Where a difference stands on a tolerance's border: the tolerances of all comparisons, and near misses.
ERRORS = [1e-4, 1e-5, 1e-6, 1e-8, 1e-9, 1.5e-6, 1.5e-5, 1e-10]
FACTORS = [0, 0.5, 0.999999, 1, 1.000001, 1.0000000001, 1.5, 2, 10]


class Generator:
    def __init__(self, seed, family):
        self._random = random.Random(seed)
        self._below = lambda n, r=self._random.random: int(r() * n)
        self._family = family

    def _pick(self, items):
        return items[self._below(len(items))]

    def pair(self):
        expected = self._text()
        for _ in range(self._below(8) == 0):
            expected = self._mutated(expected)
        actual = expected
        for _ in range(self._pick((0, 1, 1, 1, 2, 3))):
            actual = self._mutated(actual)
        return expected, actual

    # ---- texts ----

    def _integer(self):
        kind = self._below(12)
        if kind < 2:
            return self._pick(INTEGERS)
        return b"%d" % (self._below(2001) - 1000 if kind < 9 else self._below(1 << 62) - (1 << 61))

    def _decimal(self):
        kind = self._below(12)
        if kind < 2:
            return self._pick(DECIMALS)
        if kind == 2:
            return self._integer()
        value = (self._random.random() - 0.5) * self._pick((2, 20, 2000, 1e9, 1e-5))
        return self._pick((b"%.3f", b"%.6f", b"%.9f", b"%.1f", b"%g", b"%e", b"%.15g", b"%.12f")) % value

    def _token(self):
        odd = self._below(40)
        if odd == 0:
            return self._pick(ODD)
        if self._family in ("numbers", "number", "integers", "integer"):
            return self._integer() if self._integral else self._decimal()
        if self._family in ("yesno", "answer"):
            return YESNO[self._below(2)] if odd > 8 else self._pick(YESNO)
        return self._integer() if odd < 8 else self._pick(WORDS)

    def _text(self):
        self._integral = self._below(2) == 0 or self._family in ("integers", "integer")
        if self._family in ("number", "integer", "answer"):
            return self._token() + (b"\n" if self._below(3) else b"")
        if self._family in ("case", "cases"):
            lines = []
            for case in range(self._below(4)):
                tokens = [b"Case", b"%d:" % (case + 1)]
                count = 1 if self._family == "case" else self._below(4)
                tokens += [b"%d" % self._below(100) if self._below(9) else self._integer() for _ in range(count)]
                lines.append(b" ".join(tokens))
        else:
            lines = [b" ".join([self._token() for _ in range(self._below(4))])
                     for _ in range(self._below(4) + (self._below(10) > 0))]
        text = (b"\r\n" if self._below(15) == 0 else b"\n").join(lines)
        return text + b"\n" if self._below(4) else text

    # ---- what happens to outputs ----

    def _mutated(self, text):
        what = self._below(20)
        if not text or what < 3:
            return self._respaced(text)
        if what < 10:
            return self._token_changed(text)
        at = self._below(len(text))
        if what == 10:
            return text[:at] + self._pick(INSERTS) + text[at:]
        if what == 11:
            return text[:at] + text[at + 1:]
        if what == 12:
            return text[:at] + bytes([self._below(256)]) + text[at + 1:]
        if what == 13:
            return text[:at].swapcase() + text[at:] if at % 2 else text.swapcase()
        if what == 14:
            return text[:at]
        if what == 15:
            return text + self._token() + self._pick((b"", b"\n", b" "))
        if what == 16:
            return text.replace(b"\n", self._pick((b"\r\n", b" ", b"\n\n", b" \n", b"\r")))
        if what == 17:
            lines = text.split(b"\n")
            i, j = self._below(len(lines)), self._below(len(lines))
            lines[i], lines[j] = lines[j], lines[i]
            return b"\n".join(lines)
        if what == 18:
            words = text.split(b" ")
            i, j = self._below(len(words)), self._below(len(words))
            words[i], words[j] = words[j], words[i]
            return b" ".join(words)
        return self._pick((b" ", b"\n", b"\xef\xbb\xbf", b"\t")) + text

    def _respaced(self, text):
        blank = self._pick(BLANKS)
        where = self._below(4)
        if where == 0 or not text:
            return text + blank
        if where == 1:
            return blank + text
        at = text.find(self._pick((b" ", b"\n")), self._below(len(text)))
        if at < 0:
            at = self._below(len(text) + 1)
            return text[:at] + blank + text[at:]
        return text[:at] + blank + text[at + (where == 2):]

    def _token_changed(self, text):
        end = start = self._below(len(text))
        while start and text[start - 1] > 32:
            start -= 1
        while end < len(text) and text[end] > 32:
            end += 1
        token = text[start:end]
        return text[:start] + self._variant(token) + text[end:]

    def _variant(self, token):
        try:
            value = float(token)
        except ValueError:
            return self._token()
        what = self._below(10)
        if what == 0 or not math.isfinite(value):
            return self._token()
        if what < 3:  # another spelling
            spelling = self._below(9)
            sign, digits = (token[:1], token[1:]) if token[:1] in b"+-" else (b"", token)
            if spelling == 0:
                return sign + b"0" + digits
            if spelling == 1:
                return token + (b"0" if b"." in token else b".0")
            if spelling == 2:
                return (b"" if sign else b"+") + digits
            if spelling == 3:
                return (b"" if sign else b"-") + digits
            if spelling == 4:
                return token + b"e0"
            if spelling == 5:
                return token + b"."
            if spelling == 6:
                return b"%r" % value
            if spelling == 7 and abs(value) < 1e18:
                return b"%d" % value
            return b"%.17e" % value
        if what == 3 and abs(value) < 1e18:
            return b"%d" % (int(value) + self._pick((-1, 1, 7)))
        error = self._pick(ERRORS) * self._pick(FACTORS) * self._pick((-1, 1))
        near = value + error if self._below(2) else value * (1 + error)
        return self._pick((b"%.17g", b"%.20f", b"%.12f", b"%.6f", b"%.9f", b"%r")) % near
