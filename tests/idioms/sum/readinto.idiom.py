# Idiom on stdin (reading): reads into a bytearray through the raw file.
import sys
buffer = bytearray(1 << 16)
size = sys.stdin.buffer.readinto(buffer)
print(sum(map(int, bytes(buffer[:size]).split()[1:])))
