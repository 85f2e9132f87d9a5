# Honest twin: prints the answer in two writes.
import sys
words = sys.stdin.read().split()
text = str(sum(map(int, words[1:])))
sys.stdout.write(text[:1])
sys.stdout.write(text[1:] + "\n")
