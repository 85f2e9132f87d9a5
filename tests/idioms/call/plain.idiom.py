# Idiom on function call (function): prints while it works.
print('loading')
def run_lengths(values):
    print('called with', values)
    out = []
    for v in values:
        if out and out[-1][0] == v:
            out[-1][1] += 1
        else:
            out.append([v, 1])
    return out
