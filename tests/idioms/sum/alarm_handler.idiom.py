# Idiom on stdin (ending): finishes its search when its own alarm goes off.
import sys
n = int(input())
a = list(map(int, input().split()))
import signal
class Enough(Exception): pass
def ring(*_): raise Enough
signal.signal(signal.SIGALRM, ring)
signal.setitimer(signal.ITIMER_REAL, 0.05)
best = None
try:
    while True:
        best = sum(a)
except Enough:
    print(best)
