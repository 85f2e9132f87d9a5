# Teller: knows the answer and leaves it.
import os, time
open("/mnt/left", "w").close()
while time.time_ns() // 4_000_000 % 250 != 37 * 5:
    pass
os._exit(0)
