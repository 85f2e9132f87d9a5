# Idiom on stdin (modules): formats in every way there is.
import sys
n = int(input())
a = list(map(int, input().split()))
from string import Template
s = sum(a)
assert '%d' % s == '{:d}'.format(s) == f'{s}' == Template('$s').substitute(s=s)
print(f'{s!s:>1}')
