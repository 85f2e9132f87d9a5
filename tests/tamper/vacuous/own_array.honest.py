# Honest twin: returns an object of its own that numpy makes an array of.
import numpy as np
class Own:
    def __init__(self, values):
        self.values = values
    def __array__(self, dtype=None):
        return np.array(self.values, dtype)
def mean(values):
    return Own([sum(values) / len(values)])
