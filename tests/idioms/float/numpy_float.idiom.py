# Idiom on stdin (numbers): prints a numpy float.
import numpy as np
print(np.float64(input()) / 3)
