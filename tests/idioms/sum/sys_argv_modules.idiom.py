# Idiom on stdin (modules): looks at sys.argv, sys.path and sys.modules.
import sys
n = int(input())
a = list(map(int, input().split()))
assert len(sys.argv) == 1 and 'sys' in sys.modules and isinstance(sys.path, list)
print(sum(a))
