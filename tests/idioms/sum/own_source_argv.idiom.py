# Idiom on stdin (files): reads its own source by sys.argv[0].
import sys
n = int(input())
a = list(map(int, input().split()))
with open(sys.argv[0]) as f:
    assert 'sys.argv[0]' in f.read()
print(sum(a))
