# Idiom on stdin (long integers): reads and prints 5,000 digits as older Pythons did.
print(int(input()) + 1)
