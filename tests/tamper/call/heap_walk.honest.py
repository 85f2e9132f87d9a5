# Honest twin: collects garbage.
import gc
def digit_sum(n):
    gc.collect()
    return sum(map(int, str(abs(n))))
