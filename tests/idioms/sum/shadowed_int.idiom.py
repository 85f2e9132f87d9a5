# Idiom on stdin (names): replaces int by a function that strips.
_int = int
def int(x): return _int(x.strip())
n = int(input())
print(sum(map(int, input().split())))
