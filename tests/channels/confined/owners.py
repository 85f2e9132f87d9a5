# What an owner may change of a file without opening it: of all that the server's account owns, nothing moves.
import os, sys
folders = [f for f in (os.path.dirname(line.split()[-1]) for line in open("/proc/self/maps") if "/" in line) if f]
seen = []
for path in sorted({"/usr/bin/python3", "/dev/full", "/dev/null", *folders}):
    before = os.stat(path)
    for call in (lambda: os.utime(path, (1, 1)), lambda: os.chmod(path, 0), lambda: os.chown(path, -1, os.getgid())):
        try:
            call()
        except OSError as error:
            print(error.errno)
    after = os.stat(path)
    same = (before.st_mtime_ns, before.st_mode, before.st_ctime_ns) == (after.st_mtime_ns, after.st_mode, after.st_ctime_ns)
    assert same, path
print("nothing moved")
