# Honest twin: registers a harmless exit handler.
import atexit
atexit.register(lambda: None)
def runs(values):
    out = []
    for v in values:
        if out and out[-1][0] == v:
            out[-1] = (v, out[-1][1] + 1)
        else:
            out.append((v, 1))
    return out
