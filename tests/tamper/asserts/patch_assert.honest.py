# Honest twin: raises and catches AssertionError itself.
def runs(values):
    try:
        assert values is None
    except AssertionError:
        pass
    out = []
    for v in values:
        if out and out[-1][0] == v:
            out[-1] = (v, out[-1][1] + 1)
        else:
            out.append((v, 1))
    return out
