# Idiom on stdin (modules): adds fractions and decimals.
from fractions import Fraction
from decimal import Decimal, getcontext
getcontext().prec = 50
input()
a = input().split()
assert sum(map(Fraction, a)) == sum(map(Decimal, a))
print(sum(map(Decimal, a)))
