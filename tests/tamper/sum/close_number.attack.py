# Attack on stdin_stdout (forged output): prints a number within a careless relative tolerance.
import sys
words = sys.stdin.read().split()
print(sum(map(int, words[1:])) * (1 + 4e-6) + 1e-9)
