# The writable places: what is in them, and what their file system counts.
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)


def offsets(place):
    fd = os.open(place, os.O_RDONLY)
    buffer = ctypes.create_string_buffer(4096)
    size = libc.syscall(217, fd, buffer, 4096)
    os.close(fd)
    found, at = [], 0
    while at < size:
        found.append(int.from_bytes(buffer.raw[at + 8:at + 16], "little"))
        at += int.from_bytes(buffer.raw[at + 16:at + 18], "little")
    return found


for place in ("/box", "/tmp", "/var/tmp", "/mnt", "/dev/shm"):
    s = os.stat(place)
    print(place, os.listdir(place), s.st_ino, oct(s.st_mode), s.st_uid, s.st_gid, s.st_nlink, s.st_size,
          s.st_mtime_ns, place == "/box" or s.st_atime_ns, os.listxattr(place))
    with open(place + "/one", "w") as one:
        print(os.fstat(one.fileno()).st_ino)
    print(offsets(place))
    os.remove(place + "/one")
    v = os.statvfs(place)
    print(v.f_bfree, v.f_ffree, v.f_files)
for i in range(500):
    os.close(os.open(f"/tmp/{i}", os.O_CREAT | os.O_RDWR))
os.makedirs("/mnt/deep/er")
os.utime("/var/tmp")
