# Idiom on stdin (modules): has a metaclass and descriptors.
import sys
n = int(input())
a = list(map(int, input().split()))
class Meta(type):
    def __call__(cls, *args): return super().__call__(*args)
class Total(metaclass=Meta):
    __slots__ = ('a',)
    def __init__(self, a): self.a = a
    @property
    def value(self): return sum(self.a)
print(Total(a).value)
