# Honest twin: asks for its parent's number.
import os
os.getppid()
import sys
words = sys.stdin.read().split()
print(sum(map(int, words[1:int(words[0]) + 1])))
