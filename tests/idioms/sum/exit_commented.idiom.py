# Idiom on stdin (source text): asserts that its own input is fine.
import sys
n = int(input())
a = list(map(int, input().split()))
assert n == len(a), 'bad input'
assert True
print(sum(a))
