# Idiom on stdin (names): puts a helper into builtins.
import builtins
builtins.ints = lambda: list(map(int, input().split()))
ints()
print(sum(ints()))
