# Idiom on stdin (ending): leaves with os._exit(0) after a flush.
import sys
n = int(input())
a = list(map(int, input().split()))
import os
print(sum(a))
sys.stdout.flush()
os._exit(0)
