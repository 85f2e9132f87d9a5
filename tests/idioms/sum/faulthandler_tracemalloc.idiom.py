# Idiom on stdin (modules): switches faulthandler and tracemalloc on.
import faulthandler, tracemalloc
faulthandler.enable()
tracemalloc.start()
import sys
n = int(input())
a = list(map(int, input().split()))
print(sum(a))
