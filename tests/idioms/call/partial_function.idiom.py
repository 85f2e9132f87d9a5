# Idiom on function call (function): is a functools.partial.
from functools import partial
def rle(kind, values):
    out = []
    for v in values:
        if out and out[-1][0] == v: out[-1][1] += 1
        else: out.append(kind((v, 1)))
    return out
run_lengths = partial(rle, list)
