# Honest twin: works on its argument in place and restores it.
def runs(values):
    values = list(values)
    values.append(None)
    values.pop()
    out = []
    for v in values:
        if out and out[-1][0] == v:
            out[-1] = (v, out[-1][1] + 1)
        else:
            out.append((v, 1))
    return out
