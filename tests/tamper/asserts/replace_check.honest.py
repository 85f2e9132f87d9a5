# Honest twin: defines an unrelated function.
def runs(values):
    out = []
    for v in values:
        if out and out[-1][0] == v:
            out[-1] = (v, out[-1][1] + 1)
        else:
            out.append((v, 1))
    return out
def check_input(values):
    return values is not None
