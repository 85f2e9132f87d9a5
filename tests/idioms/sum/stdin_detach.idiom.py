# Idiom on stdin (reading): detaches the buffer from sys.stdin.
import sys
raw = sys.stdin.detach()
print(sum(map(int, raw.read().split()[1:])))
