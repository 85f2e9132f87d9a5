# Idiom on stdin (source text): is one line with semicolons.
import sys; d = sys.stdin.read().split(); print(sum(map(int, d[1:])))
