# Idiom on function call (function): has defaults and keyword-only parameters.
def run_lengths(values, /, start=1, *, step=1, **rest):
    out = []
    for v in values:
        if out and out[-1][0] == v: out[-1][1] += step
        else: out.append([v, start])
    return out
