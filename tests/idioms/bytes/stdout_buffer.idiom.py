# Idiom on stdin (bytes): writes the 128 bytes from 0x80 on.
import sys
for _ in range(int(input())):
    sys.stdout.buffer.write(bytes(range(128, 256)) + b'\n')
