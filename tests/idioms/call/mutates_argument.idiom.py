# Idiom on function call (function): empties its argument while it works.
def run_lengths(values):
    out = []
    while values:
        v = values.pop(0)
        if out and out[-1][0] == v: out[-1][1] += 1
        else: out.append([v, 1])
    return out
