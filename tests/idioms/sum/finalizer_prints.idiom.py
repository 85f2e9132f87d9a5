# Idiom on stdin (ending): prints the answer from a finalizer.
import sys
n = int(input())
a = list(map(int, input().split()))
class Late:
    def __del__(self):
        print(sum(a))
late = Late()
del late
