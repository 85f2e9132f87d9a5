from itertools import accumulate


def running_maximum(values):
    return list(accumulate(values, max))
