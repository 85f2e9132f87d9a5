# Idiom on stdin (ending): leaves from a finally clause.
import sys
n = int(input())
a = list(map(int, input().split()))
try:
    print(sum(a))
finally:
    sys.exit(0)
