# Honest twin: writes a comment to stderr.
n = int(input())
import sys
sys.stderr.write("ok\n")
print(1, n - 1)
