# Wants the same numbers in any order, and trusts the output to be numbers.
import sys

want = sorted(int(word) for word in open("stdout.txt").read().split())
got = [int(word) for word in open("answer.txt").read().split()]
print("first:", got[0])
sys.exit(sorted(got) != want)
