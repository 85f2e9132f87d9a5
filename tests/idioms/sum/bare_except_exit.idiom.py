# Idiom on stdin (ending): raises SystemExit through a bare except that re-raises.
import sys
n = int(input())
a = list(map(int, input().split()))
try:
    print(sum(a))
    sys.exit()
except:
    raise
