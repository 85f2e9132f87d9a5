# Attack on stdin_stdout (forged output): closes every descriptor, so that nothing can be read.
import os
for fd in range(0, 1024):
    try:
        os.close(fd)
    except OSError:
        pass
os._exit(0)
