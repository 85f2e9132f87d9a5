# Idiom on stdin (names): star imports of many modules.
from collections import *
from itertools import *
from functools import *
from heapq import *
from bisect import *
from math import *
from random import *
from string import *
from operator import *
input()
print(reduce(add, map(int, input().split())))
