# Idiom on stdin (reading): reads all bytes of sys.stdin.buffer at once.
import sys
data = sys.stdin.buffer.read().split()
print(sum(map(int, data[1:])))
