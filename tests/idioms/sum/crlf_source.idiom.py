# Idiom on stdin (source text): has lines that end with CRLF.
import sys
n = int(input())
a = list(map(int, input().split()))
if n:
    print(sum(a))
