# Idiom on stdin (modules): adds with math.fsum and statistics.
import math, statistics
input()
a = list(map(int, input().split()))
assert statistics.fmean(a) * len(a) - math.fsum(a) < 1e-9
print(int(math.fsum(a)))
