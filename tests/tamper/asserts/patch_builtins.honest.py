# Honest twin: shadows a builtin locally.
def runs(values):
    len = values.__len__()
    out = []
    for v in values:
        if out and out[-1][0] == v:
            out[-1] = (v, out[-1][1] + 1)
        else:
            out.append((v, 1))
    return out
