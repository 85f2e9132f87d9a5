# Idiom on stdin (source text): continues lines with backslashes.
import sys
n = int(input())
a = list(map(int, input().split()))
total = \
    sum(a) \
    + 0
print(total)
