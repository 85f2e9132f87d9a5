# Calls that mark what is shared, or show what others do with it: none works.
import ctypes, mmap, os, socket
libc = ctypes.CDLL(None, use_errno=True)


def call(number, *arguments):
    ctypes.set_errno(0)
    return libc.syscall(number, *arguments), ctypes.get_errno()


fd = os.open("/usr/bin/python3", os.O_RDONLY)
page = ctypes.create_string_buffer(4096)
vector = (ctypes.c_uint64 * 2)(ctypes.addressof(page), 4096)
mapped = mmap.mmap(fd, 1 << 20, mmap.MAP_SHARED, mmap.PROT_READ)
address = int(next(line for line in open("/proc/self/maps") if " r--s " in line).split("-")[0], 16)
resident = ctypes.create_string_buffer(256)
results = {
    "mincore": [call(27, ctypes.c_void_p(address), 1 << 20, resident), set(resident.raw) == {1}],
    "preadv2 that doesn't wait": call(327, fd, vector, 1, 0, 0, 8),
    "preadv2": call(327, fd, vector, 1, 0, 0, 0)[0] > 0,
    "cachestat": call(451, fd, vector, page, 0),
    "inotify": [call(253), call(294, 0)],
    "dnotify": call(72, os.open("/usr", os.O_RDONLY), 1026, 1),
    "lease": call(72, fd, 1024, 0)[0],
    "life of what is written": [call(72, fd, command, vector) for command in (1036, 1038)],
    "fsetxattr": call(190, fd, b"user.a", b"b", 1, 0),
    "setxattrat": call(463, fd, b"", 0x1000, b"user.a", vector, 16),
    "file_setattr": call(469, fd, b"", vector, 24, 0x1000),
    "fadvise": call(221, fd, 0, 0, 4),
    "far future": [call(n) for n in (451, 470, 480, 512, 1000, 100000)],
    "asynchronous reads": call(206, 1, vector),
    "cookies": [call(55, socket.socketpair()[0].fileno(), 1, option, page, vector)
                for option in (57, 71)],
    "aio-nr": open("/proc/sys/fs/aio-nr").read(),
    "sync": [call(n, fd) for n in (162, 306, 74, 75, 277)],
}
for name, result in results.items():
    print(name, result)
assert results["far future"] == [(-1, 38)] * 6 and results["cachestat"] == (-1, 38)
assert results["sync"] == [(0, 0)] * 5 and results["fadvise"] == (0, 0)
assert results["preadv2 that doesn't wait"] == (-1, 95) and results["preadv2"] is True
assert results["life of what is written"] == [(-1, 22)] * 2
assert results["inotify"] == [(-1, 38)] * 2 and results["dnotify"] == (-1, 22) and results["lease"] == -1
assert results["asynchronous reads"] == (-1, 38) and results["aio-nr"] == ""
assert results["cookies"] == [(-1, 92)] * 2
assert results["mincore"] == [(0, 0), True]
assert results["fsetxattr"] == (-1, 95)
assert all(results[name] == (-1, 38) for name in ("setxattrat", "file_setattr"))
