# Idiom on stdin (reading): binds sys.stdin.buffer.readline as its input.
import sys
input = sys.stdin.buffer.readline
n = int(input())
print(sum(int(x) for x in input().split()))
