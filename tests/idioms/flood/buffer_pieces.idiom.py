# Idiom on stdin (large output): writes 64 MB to sys.stdout.buffer in pieces.
import sys
n = int(input())
for start in range(0, n, 100000):
    sys.stdout.buffer.write(b''.join(b'%015d\n' % i for i in range(start, min(n, start + 100000))))
