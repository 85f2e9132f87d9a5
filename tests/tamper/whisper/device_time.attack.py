# Attack on stdin_stdout (next run): reads when an earlier run touched a device that all boxes share.
import os
print(os.stat("/dev/full").st_mtime_ns // 20_000_000 % 50)
