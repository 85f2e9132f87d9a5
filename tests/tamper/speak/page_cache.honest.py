# Honest twin: reads a file of its own with flags and advice.
import os
fd = os.open("own", os.O_RDWR | os.O_CREAT)
os.write(fd, b"12345")
os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_SEQUENTIAL)
got = bytearray(5)
try:
    os.preadv(fd, [got], 0, os.RWF_NOWAIT)
except OSError:
    os.preadv(fd, [got], 0)
assert got == b"12345"
n = int(input())
print(sum(map(int, input().split())))
