# Idiom on stdin (modules): uses context managers of its own.
import sys
n = int(input())
a = list(map(int, input().split()))
from contextlib import contextmanager, suppress
@contextmanager
def box():
    out = []
    yield out
    print(sum(out))
with box() as b, suppress(KeyError):
    b.extend(a)
