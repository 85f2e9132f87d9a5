# Idiom on stdin (processes and threads): reads lines from os.popen.
import sys
n = int(input())
a = list(map(int, input().split()))
import os
with os.popen('echo %d' % sum(a)) as f:
    print(f.read().strip())
