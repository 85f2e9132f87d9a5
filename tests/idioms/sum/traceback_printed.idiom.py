# Idiom on stdin (output): prints a traceback on stderr and goes on.
import sys
n = int(input())
a = list(map(int, input().split()))
import traceback
try:
    1 / 0
except ZeroDivisionError:
    traceback.print_exc()
print(sum(a))
