# Idiom on stdin (reading): reads with iter(callable, sentinel).
import sys
tokens = [t for line in iter(sys.stdin.readline, "") for t in line.split()]
print(sum(map(int, tokens[1:])))
