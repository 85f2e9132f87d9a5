# Idiom on stdin (names): from math import * hides pow.
from math import *
n = int(input())
print(sum(map(int, input().split())) + floor(sin(0)))
