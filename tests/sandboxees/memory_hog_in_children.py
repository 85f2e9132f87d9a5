# ATTACK: spreads the memory over children, so that no single process is large.
# EXPECT: MLE
import os, time
for _ in range(8):
    if os.fork() == 0:
        keep = [bytearray(64 << 20)]
        for i in range(0, 64 << 20, 4096):
            keep[0][i] = 1
        time.sleep(30)
        os._exit(0)
time.sleep(30)
