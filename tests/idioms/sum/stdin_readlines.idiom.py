# Idiom on stdin (reading): takes all lines with readlines.
from sys import stdin
lines = stdin.readlines()
print(sum(map(int, lines[1].split())))
