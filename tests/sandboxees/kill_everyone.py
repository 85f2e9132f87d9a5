# ATTACK: kills every process it may signal, its judge included.
# EXPECT: AC|RE
import os, signal, time
for pid in (-1, 0):
    for number in (signal.SIGTERM, signal.SIGKILL):
        if pid == 0 and number == signal.SIGKILL:
            continue
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        try:
            os.kill(pid, number)
        except OSError:
            pass
print("done")
