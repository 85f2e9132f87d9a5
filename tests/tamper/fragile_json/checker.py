# Wants a list of the same length.
import json
import sys

got = json.load(open("answer.txt"))
sys.exit(len(got) != int(open("stdin.txt").read()))
