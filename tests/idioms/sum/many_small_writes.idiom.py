# Idiom on stdin (output): writes the answer a character at a time, flushing each.
import sys
n = int(input())
a = list(map(int, input().split()))
for c in str(sum(a)):
    sys.stdout.write(c)
    sys.stdout.flush()
print()
