# Honest twin: lists its own folder.
import os
os.listdir(".")
import sys
words = sys.stdin.read().split()
print(sum(map(int, words[1:int(words[0]) + 1])))
