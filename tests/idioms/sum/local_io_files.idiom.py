# Idiom on stdin (files): uses input.txt when there is one.
import os, sys
if os.path.exists('input.txt'):
    sys.stdin = open('input.txt')
    sys.stdout = open('output.txt', 'w')
import sys
n = int(input())
a = list(map(int, input().split()))
print(sum(a))
