# Idiom on stdin (modules): computes with numpy.
import sys
n = int(input())
a = list(map(int, input().split()))
import numpy as np
v = np.array(a, dtype=np.int64)
print(np.dot(v, np.ones(len(v), dtype=np.int64)))
