# Idiom on stdin (output): flushes after every print.
import sys
n = int(input())
a = list(map(int, input().split()))
print(sum(a), flush=True)
