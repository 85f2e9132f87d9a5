# Honest twin: makes a link in its folder and answers.
import os
os.symlink("main.py", "link")
import sys
words = sys.stdin.read().split()
print(sum(map(int, words[1:int(words[0]) + 1])))
