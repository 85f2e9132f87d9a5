# Honest twin: turns an object of its own into an array.
import numpy as np
class Own:
    def __init__(self, values):
        self.values = values
    def __array__(self, dtype=None):
        return np.array(self.values, dtype)
def mean(values):
    return float(np.asarray(Own(values)).mean())
