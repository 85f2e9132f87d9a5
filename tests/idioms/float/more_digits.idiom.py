# Idiom on stdin (numbers): prints more digits than are asked for.
x = float(input())
print(repr(x / 3))
