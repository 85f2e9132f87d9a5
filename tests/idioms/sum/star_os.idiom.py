# Idiom on stdin (names): from os import *, with its own write and read.
from os import *
text = read(0, 65536)
write(1, str(sum(map(int, text.split()[1:]))).encode())
