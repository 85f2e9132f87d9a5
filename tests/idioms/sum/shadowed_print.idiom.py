# Idiom on stdin (names): keeps print under another name and replaces it.
_print = print
def print(*args, **kw):
    _print(*args, **kw)
input()
print(sum(map(int, input().split())))
