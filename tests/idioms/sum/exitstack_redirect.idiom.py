# Idiom on stdin (reading): reads a copy of its input under a redirected sys.stdin.
import contextlib, io, sys
text = sys.stdin.read()
saved, sys.stdin = sys.stdin, io.StringIO(text)
input()
total = sum(map(int, input().split()))
sys.stdin = saved
print(total)
