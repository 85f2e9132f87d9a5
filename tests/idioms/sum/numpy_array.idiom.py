# Idiom on stdin (reading): reads with numpy.array and prints a numpy integer.
import sys
import numpy as np
data = np.array(sys.stdin.buffer.read().split(), dtype=np.int64)
print(data[1:].sum())
