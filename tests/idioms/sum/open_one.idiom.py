# Idiom on stdin (output): opens descriptor 1 as a file.
import sys
n = int(input())
a = list(map(int, input().split()))
with open(1, 'w', closefd=False) as f:
    f.write('%d\n' % sum(a))
