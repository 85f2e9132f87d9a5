# Idiom on stdin (modules): adds bit by bit with big masks.
import sys
n = int(input())
a = list(map(int, input().split()))
M = (1 << 64) - 1
def add(x, y):
    while y & M:
        x, y = x ^ y, (x & y) << 1
    return x & M
s = 0
for x in a: s = add(s, x)
print(s - (1 << 64) if s >> 63 else s)
