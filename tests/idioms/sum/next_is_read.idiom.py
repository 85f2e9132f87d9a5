# Idiom on stdin (reading): binds the next token reader to a name.
import sys
read = iter(sys.stdin.read().split()).__next__
n = int(read())
total = 0
for _ in range(n):
    total += int(read())
print(total)
