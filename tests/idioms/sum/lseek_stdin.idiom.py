# Idiom on stdin (reading): rewinds its input where it can be rewound, else goes on.
import os, sys
first = os.read(0, 3)
try:
    os.lseek(0, 0, os.SEEK_SET)
    first = b""
except OSError:
    pass
data = first
while piece := os.read(0, 65536):
    data += piece
print(sum(map(int, data.split()[1:])))
