# Honest twin: returns a list of named tuples.
from collections import namedtuple
Run = namedtuple("Run", "value count")
def runs(values):
    out = []
    for v in values:
        if out and out[-1][0] == v:
            out[-1] = (v, out[-1][1] + 1)
        else:
            out.append((v, 1))
    return [Run(*r) for r in out]
