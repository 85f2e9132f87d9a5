# Attack on stdin_stdout (signal): overflows the C stack.
import sys
sys.setrecursionlimit(10 ** 9)
def f(n):
    return f(n + 1) + 1
f(0)
