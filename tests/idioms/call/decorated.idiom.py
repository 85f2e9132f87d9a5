# Idiom on function call (function): is decorated with lru_cache on an inner function.
from functools import lru_cache, wraps
def logged(f):
    @wraps(f)
    def g(*a, **k): return f(*a, **k)
    return g
@logged
def run_lengths(values):
    @lru_cache(None)
    def go(i):
        if i == len(values): return ()
        j = i
        while j < len(values) and values[j] == values[i]: j += 1
        return ((values[i], j - i),) + go(j)
    return go(0)
