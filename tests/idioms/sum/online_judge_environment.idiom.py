# Idiom on stdin (files): looks for LOCAL in its environment.
import os, sys
if os.environ.get('LOCAL'):
    sys.stdin = open('in')
import sys
n = int(input())
a = list(map(int, input().split()))
print(sum(a))
