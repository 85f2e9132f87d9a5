# Idiom on stdin (modules): measures its own time.
import sys
n = int(input())
a = list(map(int, input().split()))
import time
start = time.perf_counter()
total = sum(a)
if time.perf_counter() - start > 60:
    total = -1
print(total)
