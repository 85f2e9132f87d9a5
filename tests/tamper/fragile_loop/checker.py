# Carries out what the output says: that many steps, each one kept.
import sys

steps = []
for i in range(int(open("answer.txt").read())):
    steps.append(str(i))
sys.exit(len(steps) != 2 * int(open("stdin.txt").read()))
