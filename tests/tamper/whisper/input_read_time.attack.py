# Attack on stdin_stdout (next run): learns when an earlier run first read the same input.
import os
print(os.fstat(0).st_atime_ns // 20_000_000 % 50)
