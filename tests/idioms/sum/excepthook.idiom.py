# Idiom on stdin (ending): prints the answer in sys.excepthook and exits with 0.
import sys
n = int(input())
a = list(map(int, input().split()))
import os
def hook(*_):
    print(sum(a), flush=True)
    os._exit(0)
sys.excepthook = hook
raise ValueError
