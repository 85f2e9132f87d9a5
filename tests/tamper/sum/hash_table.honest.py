# Honest twin: keeps a table of sums it computed.
import sys
table = {}
words = sys.stdin.read().split()
key = " ".join(words)
table[key] = sum(map(int, words[1:]))
print(table[key])
