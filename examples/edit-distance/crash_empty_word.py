# Crashes: takes the last letter of a word that may be empty.
import sys

a, b = (sys.stdin.readline().strip() for _ in range(2))
table = {}


def cost(i, j):
    if i < 0 or j < 0:
        return max(i, j) + 1
    if (i, j) not in table:
        table[i, j] = min(cost(i - 1, j) + 1, cost(i, j - 1) + 1, cost(i - 1, j - 1) + (a[i] != b[j]))
    return table[i, j]


print(cost(len(a) - 1, len(b) - 1) if a[-1] != b[-1] else cost(len(a) - 2, len(b) - 2))
