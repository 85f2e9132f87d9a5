# Attack on assert (rounds): answers differently every time, so that the tests never get further.
import os
def after(x):
    return int.from_bytes(os.urandom(4), "little") if x else 1
