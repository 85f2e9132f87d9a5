# Idiom on stdin (names): imports the futures of Python 2.
from __future__ import print_function, division, unicode_literals
input()
print(sum(map(int, input().split())))
