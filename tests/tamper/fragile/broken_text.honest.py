# Honest twin: prints bytes that are text.
import sys
n = int(input())
sys.stdout.buffer.write(" ".join(map(str, range(n, 0, -1))).encode())
