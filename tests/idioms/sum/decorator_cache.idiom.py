# Idiom on stdin (modules): memoizes with functools.cache and wraps.
from functools import cache, wraps
def traced(f):
    @wraps(f)
    def g(*args): return f(*args)
    return g
n = int(input())
a = list(map(int, input().split()))
@cache
@traced
def total(i): return 0 if i == n else a[i] + total(i + 1)
print(total(0))
