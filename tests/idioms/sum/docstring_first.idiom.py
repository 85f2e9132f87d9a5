# Idiom on stdin (source text): has a docstring and a licence.
'''
Sums numbers.

Copyright nobody.
'''
assert __doc__.startswith('\nSums')
import sys
n = int(input())
a = list(map(int, input().split()))
print(sum(a))
