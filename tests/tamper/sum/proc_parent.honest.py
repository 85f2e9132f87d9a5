# Honest twin: reads its own /proc/self/status.
open("/proc/self/status").read()
import sys
words = sys.stdin.read().split()
print(sum(map(int, words[1:int(words[0]) + 1])))
