# Idiom on stdin (output): ends its lines with CRLF.
import sys
n = int(input())
a = list(map(int, input().split()))
print(sum(a), end='\r\n')
