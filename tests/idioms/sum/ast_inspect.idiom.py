# Idiom on stdin (modules): inspects its own functions.
import sys
n = int(input())
a = list(map(int, input().split()))
import ast, inspect
def f(values): return sum(values)
assert list(inspect.signature(f).parameters) == ['values']
assert ast.literal_eval('[1, 2]') == [1, 2]
print(f(a))
