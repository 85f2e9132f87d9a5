# Idiom on stdin (reading): finds the numbers with a regular expression.
import re, sys
print(sum(map(int, re.findall(rb"-?\d+", sys.stdin.buffer.read())[1:])))
