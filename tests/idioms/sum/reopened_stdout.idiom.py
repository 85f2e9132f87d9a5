# Idiom on stdin (output): replaces sys.stdout by a binary writer.
import sys
n = int(input())
a = list(map(int, input().split()))
import io
sys.stdout = io.TextIOWrapper(open(sys.stdout.fileno(), 'wb', closefd=False), write_through=True)
print(sum(a))
