# Attack on assert (forged output): writes results of its own between the driver's.
import os
def runs(values):
    for _ in range(4):
        os.write(3, b'["v",[]]\n')
    return []
