# Idiom on stdin (ending): leaves with os._exit(os.EX_OK) after print(flush=True).
import sys
n = int(input())
a = list(map(int, input().split()))
import os
print(sum(a), flush=True)
os._exit(os.EX_OK)
