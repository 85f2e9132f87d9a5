# Honest twin: hashes its input.
import hashlib
def runs(values):
    hashlib.md5(repr(values).encode()).hexdigest()
    out = []
    for v in values:
        if out and out[-1][0] == v:
            out[-1] = (v, out[-1][1] + 1)
        else:
            out.append((v, 1))
    return out
