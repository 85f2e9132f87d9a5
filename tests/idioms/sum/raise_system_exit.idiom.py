# Idiom on stdin (ending): raises SystemExit at the end.
import sys
n = int(input())
a = list(map(int, input().split()))
print(sum(a))
raise SystemExit
