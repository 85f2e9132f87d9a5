# Honest twin: prints an integer that is exact.
import sys
from fractions import Fraction
words = sys.stdin.read().split()
print(int(sum(map(Fraction, words[1:]))))
