# Honest twin: leaves with sys.exit(0) after the answer.
import sys
words = sys.stdin.read().split()
print(sum(map(int, words[1:int(words[0]) + 1])))
sys.exit(0)
