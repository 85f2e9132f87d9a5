# Idiom on stdin (output): prints with pprint.
import sys
n = int(input())
a = list(map(int, input().split()))
from pprint import pprint
pprint(sum(a))
