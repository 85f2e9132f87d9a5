# Honest twin: watches a folder of its own.
import ctypes, os, select, struct, time
libc = ctypes.CDLL(None)

os.mkdir("own")
fd = libc.inotify_init1(os.O_NONBLOCK)
if fd >= 0 and libc.inotify_add_watch(fd, b"own", 0x100) >= 0:
    open("own/new", "w").close()
    assert os.read(fd, 4096)
n = int(input())
print(sum(map(int, input().split())))
