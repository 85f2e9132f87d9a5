# Idiom on stdin (source text): prints debug output only under __debug__ to stderr.
import sys
n = int(input())
a = list(map(int, input().split()))
if __debug__:
    print(a, file=sys.stderr)
print(sum(a))
