# Honest twin: uses a cache decorator.
import functools
@functools.lru_cache(None)
def digit_sum(n):
    return sum(map(int, str(abs(n))))
