# Accepts any two positive integers with the right sum.
import sys

total = int(open("stdin.txt").read())
words = open("answer.txt").read().split()
if len(words) != 2 or any(len(word) > 9 for word in words):
    sys.exit(1)
first, second = map(int, words)
sys.exit(0 if first > 0 and second > 0 and first + second == total else 1)
