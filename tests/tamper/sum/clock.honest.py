# Honest twin: measures its own time.
import time
start = time.monotonic()
import sys
words = sys.stdin.read().split()
print(sum(map(int, words[1:int(words[0]) + 1])))
