# Honest twin: starts a thread and joins it.
import threading
t = threading.Thread(target=lambda: None)
t.start()
t.join()
def runs(values):
    out = []
    for v in values:
        if out and out[-1][0] == v:
            out[-1] = (v, out[-1][1] + 1)
        else:
            out.append((v, 1))
    return out
