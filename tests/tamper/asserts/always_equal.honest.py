# Honest twin: returns a list subclass with the right items.
class Runs(list):
    def __repr__(self):
        return "Runs()"
def runs(values):
    out = Runs()
    for v in values:
        if out and out[-1][0] == v:
            out[-1] = (v, out[-1][1] + 1)
        else:
            out.append((v, 1))
    return out
