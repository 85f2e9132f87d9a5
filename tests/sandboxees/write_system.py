# ATTACK: changes what later runs would execute.
# EXPECT: AC
# STDOUT: ^clean$
import os
found = []
for path in ("/usr/bin/python3", "/usr/lib/python3.11/os.py", "/bin/sh", "/etc/passwd", "/etc/ld.so.preload",
             "/etc/evil", "/usr/evil", "/evil", "/dev/evil", "/lib/evil", "/proc/evil"):
    try:
        with open(path, "ab"):
            found.append(path)
    except OSError:
        pass
print("clean" if not found else found)
