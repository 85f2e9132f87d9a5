# Idiom on assert (function): has helpers called check, candidate and test.
def check(x): return x
def test(): return None
candidate = None
class RunList(list): pass
def runs(values):
    out = RunList()
    for v in values:
        if out and out[-1][0] == v: out[-1] = (v, out[-1][1] + 1)
        else: out.append((check(v), 1))
    return list(out)
