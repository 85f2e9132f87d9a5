# Honest twin: finds stdin empty.
import sys
def digit_sum(n):
    sys.stdin.read()
    return sum(map(int, str(abs(n))))
