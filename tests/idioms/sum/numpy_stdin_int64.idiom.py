# Idiom on stdin (reading): parses with numpy.fromstring and ignores its warning.
import sys, warnings
import numpy as np
warnings.simplefilter("ignore")
print(int(np.fromstring(sys.stdin.read(), dtype=np.int64, sep=" ")[1:].sum()))
