# Idiom on stdin (files): changes its folder.
import sys
n = int(input())
a = list(map(int, input().split()))
import os
os.chdir('/tmp')
open('idiom.txt', 'w').write(str(sum(a)))
print(open('idiom.txt').read())
