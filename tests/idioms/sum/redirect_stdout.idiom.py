# Idiom on stdin (output): prints under contextlib.redirect_stdout.
import sys
n = int(input())
a = list(map(int, input().split()))
import contextlib, io
f = io.StringIO()
with contextlib.redirect_stdout(f):
    print(sum(a))
print(f.getvalue().strip())
