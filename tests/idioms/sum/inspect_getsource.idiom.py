# Idiom on stdin (files): asks inspect for the source of its function.
import sys
n = int(input())
a = list(map(int, input().split()))
import inspect
def total(a):
    return sum(a)
assert 'return sum(a)' in inspect.getsource(total)
print(total(a))
