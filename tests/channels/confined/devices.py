# The devices are the host's own: whoever may write to one may set its times to now.
import os
for name in ("null", "zero", "full", "random", "urandom"):
    path = "/dev/" + name
    for how in ({}, {"ns": (5, 5)}, {"follow_symlinks": False}):
        try:
            os.utime(path, **how)
            print(name, how, os.stat(path).st_mtime_ns)
        except OSError as error:
            print(name, how, error.strerror)
for path in ("/proc/keys", "/proc/locks"):
    try:
        os.utime(path)
        print(path, os.stat(path).st_mtime_ns)
    except OSError as error:
        print(path, error.strerror)
with open("/dev/null", "w") as nowhere:
    print(nowhere.write("still open to writers"))
with open("/dev/null", "r+b", 0) as nowhere:
    print(nowhere.write(b"both ways"), nowhere.read())
