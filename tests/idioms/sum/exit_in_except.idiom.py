# Idiom on stdin (ending): leaves from an except clause.
import sys
n = int(input())
a = list(map(int, input().split()))
try:
    input()
    print('more?')
except EOFError:
    print(sum(a))
    sys.exit(0)
