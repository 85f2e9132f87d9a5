# Idiom on stdin (files): reads its own source.
import sys
n = int(input())
a = list(map(int, input().split()))
with open(__file__) as f:
    assert 'own source' in f.readline()
print(sum(a))
