# Honest twin: starts one other process.
import subprocess, sys
subprocess.run([sys.executable, "-c", "pass"])
import sys
words = sys.stdin.read().split()
print(sum(map(int, words[1:int(words[0]) + 1])))
