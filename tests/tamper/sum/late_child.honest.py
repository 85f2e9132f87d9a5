# Honest twin: answers from a child that it waits for.
import os, sys
words = sys.stdin.read().split()
if os.fork() == 0:
    print(sum(map(int, words[1:])))
    sys.stdout.flush()
    os._exit(0)
os.wait()
