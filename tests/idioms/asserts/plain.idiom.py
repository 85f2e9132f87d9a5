# Idiom on assert (function): prints and has asserts of its own.
def runs(values):
    assert isinstance(values, list), 'a list, please'
    print(values)
    out = []
    for v in values:
        if out and out[-1][0] == v: out[-1] = (v, out[-1][1] + 1)
        else: out.append((v, 1))
    return out
