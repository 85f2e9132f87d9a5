# Idiom on stdin (output): moves stdout away and back with dup2.
import sys
n = int(input())
a = list(map(int, input().split()))
import os
copy = os.dup(1)
null = os.open(os.devnull, os.O_WRONLY)
os.dup2(null, 1)
print('noise', flush=True)
os.dup2(copy, 1)
print(sum(a))
