# Idiom on stdin (modules): overloads arithmetic, comparison and printing.
import sys
n = int(input())
a = list(map(int, input().split()))
class Num:
    def __init__(self, v): self.v = v
    def __add__(self, o): return Num(self.v + getattr(o, 'v', o))
    __radd__ = __add__
    def __eq__(self, o): return self.v == getattr(o, 'v', o)
    def __hash__(self): return hash(self.v)
    def __str__(self): return str(self.v)
print(sum(map(Num, a)))
