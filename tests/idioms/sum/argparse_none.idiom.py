# Idiom on stdin (modules): parses its empty command line.
import argparse
parser = argparse.ArgumentParser()
parser.add_argument('--verbose', action='store_true')
args = parser.parse_args()
import sys
n = int(input())
a = list(map(int, input().split()))
print(sum(a))
