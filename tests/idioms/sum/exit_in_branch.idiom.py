# Idiom on stdin (ending): leaves early from a branch with exit().
import sys
n = int(input())
a = list(map(int, input().split()))
if n == 1:
    print(a[0])
    exit()
print(sum(a))
