# Idiom on function call (function): recurses and raises the limit.
import sys
sys.setrecursionlimit(10**6)
def run_lengths(values, i=0):
    if i == len(values): return []
    rest = run_lengths(values, i + 1)
    if rest and rest[0][0] == values[i]: return [[values[i], rest[0][1] + 1]] + rest[1:]
    return [[values[i], 1]] + rest
