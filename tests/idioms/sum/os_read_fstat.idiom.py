# Idiom on stdin (reading): asks fstat for the size of its input before reading it.
import io, os
size = os.fstat(0).st_size
data = io.BytesIO(os.read(0, max(size, 1 << 16)))
data.readline()
print(sum(map(int, data.readline().split())))
