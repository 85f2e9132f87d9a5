# Honest twin: writes to stdout between calls.
def runs(values):
    print(values)
    out = []
    for v in values:
        if out and out[-1][0] == v:
            out[-1] = (v, out[-1][1] + 1)
        else:
            out.append((v, 1))
    return out
