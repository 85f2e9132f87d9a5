# Idiom on stdin (reading): reads descriptor 0 with one os.read of more than there is.
import os
data = os.read(0, 1 << 25).split()
print(sum(map(int, data[1:])))
