# Idiom on stdin (reading): duplicates descriptor 0 and reads the copy.
import os
with os.fdopen(os.dup(0)) as f:
    print(sum(map(int, f.read().split()[1:])))
