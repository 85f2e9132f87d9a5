# Attack on stdin_stdout (forged output): prints only the beginning of the answer.
import sys
words = sys.stdin.read().split()
print(str(sum(map(int, words[1:])))[:1])
