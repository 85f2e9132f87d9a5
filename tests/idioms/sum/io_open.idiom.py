# Idiom on stdin (reading): opens its input with io.open and a large buffer.
import io
f = io.open(0, "rb", 1 << 20)
print(sum(map(int, f.read().split()[1:])))
