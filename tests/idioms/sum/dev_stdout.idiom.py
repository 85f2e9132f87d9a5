# Idiom on stdin (output): opens /dev/stdout by name.
import sys
n = int(input())
a = list(map(int, input().split()))
with open('/dev/stdout', 'w') as f:
    print(sum(a), file=f)
