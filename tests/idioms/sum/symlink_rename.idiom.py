# Idiom on stdin (files): links, renames and removes files.
import sys
n = int(input())
a = list(map(int, input().split()))
import os
open('x', 'w').write(str(sum(a)))
os.symlink('x', 'y')
os.rename('y', 'z')
print(open('z').read())
os.remove('z')
os.unlink('x')
