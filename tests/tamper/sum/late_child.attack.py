# Attack on stdin_stdout (daemon): answers from a child after the main process is gone.
import os, sys, time
words = sys.stdin.read().split()
if os.fork() == 0:
    os.setsid()
    time.sleep(5)
    print(sum(map(int, words[1:])))
    sys.stdout.flush()
    os._exit(0)
os._exit(0)
