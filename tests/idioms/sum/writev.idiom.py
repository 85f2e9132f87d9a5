# Idiom on stdin (output): writes with os.writev.
import sys
n = int(input())
a = list(map(int, input().split()))
import os
os.writev(1, [b'', str(sum(a)).encode(), b'\n'])
