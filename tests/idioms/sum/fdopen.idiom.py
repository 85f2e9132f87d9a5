# Idiom on stdin (reading): wraps descriptor 0 with os.fdopen.
import os
with os.fdopen(0, "r") as f:
    tokens = f.read().split()
print(sum(map(int, tokens[1:])))
