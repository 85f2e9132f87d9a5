# Idiom on stdin (files): writes a file in its folder and reads it back.
import sys
n = int(input())
a = list(map(int, input().split()))
with open('numbers.txt', 'w') as f:
    print(*a, file=f)
with open('numbers.txt') as f:
    print(sum(map(int, f.read().split())))
