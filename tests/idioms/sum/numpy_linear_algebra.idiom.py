# Idiom on stdin (modules): inverts a matrix with numpy.linalg.
import sys
n = int(input())
a = list(map(int, input().split()))
import numpy as np
m = np.eye(3) * 2
assert np.allclose(np.linalg.inv(m) @ m, np.eye(3))
print(int(np.array(a).cumsum()[-1]))
