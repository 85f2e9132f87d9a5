# Idiom on stdin (unread input): closes descriptor 0 after a few bytes.
import os
word = os.read(0, 2)
os.close(0)
print(word.decode())
