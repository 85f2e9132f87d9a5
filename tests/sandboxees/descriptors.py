# ATTACK: uses descriptors that it should not have inherited.
# EXPECT: AC
# STDOUT: ^\[0, 1, 2\]$
import os
fds = []
for fd in range(4096):
    try:
        os.fstat(fd)
        fds.append(fd)
    except OSError:
        pass
print(fds)
