# Idiom on stdin (output): prints through a partial of print.
import sys
n = int(input())
a = list(map(int, input().split()))
from functools import partial
out = partial(print, sep='', end='\n', file=sys.stdout)
out(sum(a))
