# Idiom on function call (function): counts in a global.
calls = 0
def run_lengths(values):
    global calls
    calls += 1
    out = []
    for v in values:
        if out and out[-1][0] == v: out[-1][1] += 1
        else: out.append([v, 1])
    return out
