# Idiom on stdin (numbers): prints a Decimal of 50 digits.
from decimal import Decimal, getcontext
getcontext().prec = 50
print(Decimal(input()) / 3)
