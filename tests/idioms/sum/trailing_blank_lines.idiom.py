# Idiom on stdin (output): prints blank lines behind the answer.
import sys
n = int(input())
a = list(map(int, input().split()))
print(sum(a))
print()
print()
