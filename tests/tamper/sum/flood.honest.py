# Honest twin: prints the answer and a megabyte of blanks.
import sys
words = sys.stdin.read().split()
print(sum(map(int, words[1:int(words[0]) + 1])))
sys.stdout.write(" " * (1 << 20))
