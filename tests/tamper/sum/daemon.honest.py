# Honest twin: forks a child that computes, and waits for it.
import os, sys
words = sys.stdin.read().split()
r, w = os.pipe()
if os.fork() == 0:
    os.write(w, str(sum(map(int, words[1:]))).encode())
    os._exit(0)
os.wait()
print(os.read(r, 99).decode())
