# Files that are never in a directory count in their file system, too.
import os
fd = os.open("/tmp", os.O_TMPFILE | os.O_RDWR)
print(os.fstat(fd).st_ino, os.statvfs("/tmp").f_ffree)
for _ in range(200):
    os.close(os.open("/tmp", os.O_TMPFILE | os.O_RDWR))
