# Idiom on stdin (source text): has lines that begin with from and import inside a string.
import sys
n = int(input())
a = list(map(int, input().split()))
s = '''
from here to there
import goods
'''
assert len(s.split()) == 6
print(sum(a))
