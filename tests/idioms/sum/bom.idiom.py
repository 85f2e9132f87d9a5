# Idiom on stdin (source text): begins with a byte order mark.
import sys
n = int(input())
a = list(map(int, input().split()))
print(sum(a))
