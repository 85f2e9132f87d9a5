# Attack on stdin_stdout (next run): learns when an earlier run left a writable folder.
import os
for folder in ("/mnt", "/dev/shm", "/var/tmp"):
    print(os.stat(folder).st_mtime_ns // 20_000_000 % 50)
    break
