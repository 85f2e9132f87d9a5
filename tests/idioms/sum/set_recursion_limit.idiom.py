# Idiom on stdin (modules): raises the recursion limit.
import sys
n = int(input())
a = list(map(int, input().split()))
sys.setrecursionlimit(10**7)
def f(i): return a[i] + f(i + 1) if i < n else 0
print(f(0))
