# Idiom on stdin (output): prints a space behind the answer.
import sys
n = int(input())
a = list(map(int, input().split()))
print(sum(a), '')
