# Idiom on stdin (files): makes a temporary folder with sub-folders.
import sys
n = int(input())
a = list(map(int, input().split()))
import os, tempfile
with tempfile.TemporaryDirectory() as d:
    os.makedirs(os.path.join(d, 'x', 'y'))
    p = os.path.join(d, 'x', 'y', 'z')
    open(p, 'w').write(str(sum(a)))
    print(open(p).read())
