# Honest twin: flushes and leaves by os._exit.
import sys
words = sys.stdin.read().split()
print(sum(map(int, words[1:int(words[0]) + 1])))
sys.stdout.flush()
import os
os._exit(0)
