# Honest twin: calls sys.exit in a function that is never called.
import sys
def usage():
    sys.exit(2)
def digit_sum(n):
    return sum(map(int, str(abs(n))))
