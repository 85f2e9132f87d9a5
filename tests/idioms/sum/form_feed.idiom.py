# Idiom on stdin (source text): has form feeds between its parts.
import sys
n = int(input())
a = list(map(int, input().split()))

print(sum(a))
