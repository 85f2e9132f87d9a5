# Idiom on stdin (reading): reads with numpy.loadtxt.
import sys
import numpy as np
n = int(sys.stdin.readline())
a = np.loadtxt(sys.stdin, dtype=np.int64, ndmin=1)
print(a.sum())
