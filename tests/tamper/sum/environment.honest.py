# Honest twin: reads HOME.
import os
os.environ.get("HOME")
import sys
words = sys.stdin.read().split()
print(sum(map(int, words[1:int(words[0]) + 1])))
