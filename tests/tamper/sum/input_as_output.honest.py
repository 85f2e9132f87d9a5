# Honest twin: repeats its input on stderr.
import sys
words = sys.stdin.read().split()
sys.stderr.write(" ".join(words))
print(sum(map(int, words[1:int(words[0]) + 1])))
