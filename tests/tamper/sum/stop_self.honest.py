# Honest twin: sleeps a little.
import time
time.sleep(0.01)
import sys
words = sys.stdin.read().split()
print(sum(map(int, words[1:int(words[0]) + 1])))
