from bisect import bisect_left


def longest_rise(values):
    tails = []
    for value in values:
        at = bisect_left(tails, value)
        tails[at : at + 1] = [value]
    return len(tails)
