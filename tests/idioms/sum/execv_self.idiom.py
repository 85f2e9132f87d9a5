# Idiom on stdin (ending): replaces itself by another interpreter that prints.
import sys
n = int(input())
a = list(map(int, input().split()))
import os
sys.stdout.flush()
os.execv(sys.executable, [sys.executable, '-c', 'print(%d)' % sum(a)])
