# Idiom on stdin (modules): switches the garbage collector off and freezes it.
import gc
gc.disable()
gc.freeze()
import sys
n = int(input())
a = list(map(int, input().split()))
print(sum(a))
