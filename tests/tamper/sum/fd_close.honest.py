# Honest twin: closes its input when it is read.
import sys
words = sys.stdin.read().split()
sys.stdin.close()
print(sum(map(int, words[1:int(words[0]) + 1])))
