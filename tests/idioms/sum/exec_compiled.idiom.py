# Idiom on stdin (modules): compiles and executes text of its own.
import sys
n = int(input())
a = list(map(int, input().split()))
scope = {}
exec(compile('def f(a):\n    return sum(a)', '<own>', 'exec'), scope)
print(scope['f'](a))
