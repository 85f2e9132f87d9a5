# Teller: knows the answer and leaves it.
import os, time
while time.time_ns() // 4_000_000 % 250 != 37 * 5 + 2:
    pass
os.read(0, 1)
time.sleep(0.5)
