# Attack on stdin_stdout (flooding): floods stdout until something gives way.
import sys
block = "6\n" * (1 << 16)
while True:
    sys.stdout.write(block)
