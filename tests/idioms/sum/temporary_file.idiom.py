# Idiom on stdin (files): uses a temporary file.
import sys
n = int(input())
a = list(map(int, input().split()))
import tempfile
with tempfile.NamedTemporaryFile('w+') as f:
    print(*a, file=f, flush=True)
    f.seek(0)
    print(sum(map(int, f.read().split())))
