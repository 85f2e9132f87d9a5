# Idiom on stdin (output): prints no newline at the end.
import sys
n = int(input())
a = list(map(int, input().split()))
print(sum(a), end='')
