# Idiom on stdin (deep recursion): recurses a million deep after setrecursionlimit.
import sys
sys.setrecursionlimit(10**7)
def f(n): return 0 if n == 0 else n + f(n - 1)
print(f(int(input())))
