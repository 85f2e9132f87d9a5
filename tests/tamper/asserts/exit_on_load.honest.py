# Honest twin: has a main guard that exits.
def runs(values):
    out = []
    for v in values:
        if out and out[-1][0] == v:
            out[-1] = (v, out[-1][1] + 1)
        else:
            out.append((v, 1))
    return out
if __name__ == "__other__":
    import sys
    sys.exit(0)
