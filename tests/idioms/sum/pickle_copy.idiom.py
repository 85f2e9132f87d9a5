# Idiom on stdin (modules): pickles and deep-copies its data.
import sys
n = int(input())
a = list(map(int, input().split()))
import copy, pickle
class Box:
    def __init__(self, a): self.a = a
print(sum(pickle.loads(pickle.dumps(copy.deepcopy(Box(a)))).a))
