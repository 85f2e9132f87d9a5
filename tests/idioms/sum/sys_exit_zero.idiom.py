# Idiom on stdin (ending): calls sys.exit(0) at the end.
import sys
n = int(input())
a = list(map(int, input().split()))
print(sum(a))
sys.exit(0)
