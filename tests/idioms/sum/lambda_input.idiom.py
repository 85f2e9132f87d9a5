# Idiom on stdin (reading): redefines input as a lambda that strips.
import sys
input = lambda: sys.stdin.readline().rstrip()
ints = lambda: list(map(int, input().split()))
(n,) = ints()
print(sum(ints()))
