# Idiom on stdin (reading): reads descriptor 0 a byte at a time until it ends.
import os
text = b""
while True:
    piece = os.read(0, 1)
    if not piece:
        break
    text += piece
print(sum(map(int, text.split()[1:])))
