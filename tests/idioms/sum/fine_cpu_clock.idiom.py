# Idiom on stdin (ending): gives up early when its CPU clock says so, and the clock is not that of ticks.
import time
n = int(input())
a = list(map(int, input().split()))


def step():
    began = now = time.process_time()
    while now == began:
        now = time.process_time()
    return now - began


print(sum(a) if min(step() for _ in range(100)) < 0.0005 else "coarse")
