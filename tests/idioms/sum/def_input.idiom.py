# Idiom on stdin (reading): redefines input as a function.
import sys
def input():
    return sys.stdin.readline().strip()
n = int(input())
print(sum(map(int, input().split())))
