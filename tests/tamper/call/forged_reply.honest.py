# Honest twin: writes to a pipe of its own.
import os
def digit_sum(n):
    r, w = os.pipe()
    os.write(w, str(abs(n)).encode())
    return sum(map(int, os.read(r, 99).decode()))
