# Idiom on stdin (ending): prints the answer from an exit handler.
import sys
n = int(input())
a = list(map(int, input().split()))
import atexit
atexit.register(lambda: print(sum(a)))
