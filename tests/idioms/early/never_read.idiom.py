# Idiom on stdin (unread input): knows the answer without reading.
print(17)
