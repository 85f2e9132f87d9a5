# Idiom on stdin (ending): prints the answer from weakref.finalize at exit.
import sys
n = int(input())
a = list(map(int, input().split()))
import weakref
class Box: pass
box = Box()
weakref.finalize(box, lambda: print(sum(a)))
