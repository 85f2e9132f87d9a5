# Honest twin: traces itself.
import sys
sys.settrace(lambda *a: None)
def digit_sum(n):
    return sum(map(int, str(abs(n))))
