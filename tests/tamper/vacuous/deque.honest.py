# Honest twin: returns a deque of one item.
from collections import deque
def mean(values):
    return deque([sum(values) / len(values)])
