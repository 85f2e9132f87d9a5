# Idiom on stdin (bytes): reverses lines of many scripts.
import sys
for line in sys.stdin:
    print(line.rstrip('\n')[::-1])
