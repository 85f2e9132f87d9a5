# Attack on stdin_stdout (left files): leaves a module in the work folder for the next test to import.
import os, sys
try:
    import leftover
    print(sum(map(int, sys.stdin.read().split()[1:])))
except ImportError:
    for folder in (".", "/box", "/tmp", os.path.expanduser("~"), "/var/tmp", "/dev/shm"):
        try:
            open(folder + "/leftover.py", "w").write("x = 1\n")
        except OSError:
            pass
    print(0)
