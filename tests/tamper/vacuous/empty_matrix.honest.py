# Honest twin: returns a matrix of one item.
import numpy as np
def mean(values):
    return np.full((1, 1), np.mean(values))
