# Idiom on stdin (source text): prints a multi-line string whose spaces count.
import sys
n = int(input())
a = list(map(int, input().split()))
s = '''%d
'''
assert s[-1] == '\n' and len(s) == 3
print(s % sum(a), end='')
