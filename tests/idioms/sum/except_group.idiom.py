# Idiom on stdin (modules): uses exception groups and notes.
import sys
n = int(input())
a = list(map(int, input().split()))
try:
    raise ExceptionGroup('g', [ValueError(sum(a))])
except* ValueError as group:
    print(group.exceptions[0].args[0])
