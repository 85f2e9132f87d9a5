# Idiom on stdin (output): raises warnings that go to stderr.
import sys
n = int(input())
a = list(map(int, input().split()))
import warnings
for i in range(20):
    warnings.warn('note %d' % i)
print(sum(a))
