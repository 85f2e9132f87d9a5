# Honest twin: returns a number of numpy.
import numpy as np
def mean(values):
    return np.mean(values)
