# ATTACK: a child is killed for memory and the parent pretends that nothing happened.
# EXPECT: MLE
import os
if os.fork() == 0:
    keep = bytearray(2 << 30)
    for i in range(0, len(keep), 4096):
        keep[i] = 1
    os._exit(0)
os.wait()
print("fine")
