# Idiom on stdin (ending): ends in the handler of a signal it sends to itself.
import sys
n = int(input())
a = list(map(int, input().split()))
import os, signal
def done(*_):
    print(sum(a))
    sys.exit(0)
signal.signal(signal.SIGUSR1, done)
os.kill(os.getpid(), signal.SIGUSR1)
signal.pause()
