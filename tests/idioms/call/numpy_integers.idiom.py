# Idiom on function call (function): returns numpy integers.
import numpy as np
def run_lengths(values):
    out = []
    for v in values:
        if out and out[-1][0] == v: out[-1][1] += np.int64(1)
        else: out.append([v, np.int64(1)])
    return out
