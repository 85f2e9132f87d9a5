# Wrong: counts equal neighbours as a rise.
from bisect import bisect_right


def longest_rise(values):
    tails = []
    for value in values:
        at = bisect_right(tails, value)
        tails[at : at + 1] = [value]
    return len(tails)
