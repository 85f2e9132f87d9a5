# CodeContests' comparison (execution/tester_sandboxer.cc), as a judge of problem packages: input, answer
# and feedback are arguments, the output is on stdin. Texts that aren't equal are compared token by
# token in lower case; two numbers are equal when they differ by less than 1e-5, whatever their size,
# and are read as doubles, so that integers beyond 53 bits are compared inexactly.
import math
import re
import sys

NUMBER = re.compile(rb"[+-]?(\d+\.?\d*(e[+-]?\d+)?|\.\d+(e[+-]?\d+)?|inf|infinity|nan)\Z")


def same(got, wanted):
    if not NUMBER.match(got) or not NUMBER.match(wanted):
        return got == wanted
    difference = abs(float(got) - float(wanted))
    return not math.isnan(difference) and difference < 1e-5


def main():
    got = sys.stdin.buffer.read().lower().split()
    with open(sys.argv[2], "rb") as answer:
        wanted = answer.read().lower().split()
    right = got == wanted or (len(got) == len(wanted) and all(map(same, got, wanted)))
    sys.exit(42 if right else 43)


main()
