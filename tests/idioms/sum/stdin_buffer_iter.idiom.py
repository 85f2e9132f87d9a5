# Idiom on stdin (reading): iterates over the lines of sys.stdin.buffer.
import sys
lines = iter(sys.stdin.buffer)
next(lines)
print(sum(int(x) for line in lines for x in line.split()))
