# Idiom on stdin (output): writes to sys.__stdout__.
import sys
n = int(input())
a = list(map(int, input().split()))
print(sum(a), file=sys.__stdout__)
