# Idiom on stdin (reading): iterates over sys.stdin itself.
import sys
numbers = [int(t) for line in sys.stdin for t in line.split()]
print(sum(numbers[1:]))
