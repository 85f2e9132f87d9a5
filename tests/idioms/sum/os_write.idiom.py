# Idiom on stdin (output): writes to descriptor 1 with os.write.
import sys
n = int(input())
a = list(map(int, input().split()))
import os
os.write(1, b'%d\n' % sum(a))
