# Idiom on assert (function): recurses and reads its own globals.
import sys
sys.setrecursionlimit(5000)
def runs(values):
    if not values: return []
    rest = globals()['runs'](values[1:])
    if rest and rest[0][0] == values[0]: return [(values[0], rest[0][1] + 1)] + rest[1:]
    return [(values[0], 1)] + rest
