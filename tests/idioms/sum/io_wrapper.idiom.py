# Idiom on stdin (reading): puts a TextIOWrapper of its own around sys.stdin.buffer.
import io, sys
sys.stdin = io.TextIOWrapper(sys.stdin.buffer, encoding="ascii", newline="")
input()
print(sum(map(int, input().split())))
