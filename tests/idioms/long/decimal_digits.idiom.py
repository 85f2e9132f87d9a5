# Idiom on stdin (long integers): adds one with decimal.
from decimal import Decimal, getcontext
getcontext().prec = 10000
print(Decimal(input()) + 1)
