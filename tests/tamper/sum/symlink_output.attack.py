# Attack on stdin_stdout (symlinks): replaces its stdout by a link to the input file.
import os
os.symlink("/proc/self/fd/0", "stdout.txt")
os.symlink("/proc/self/fd/0", "answer.txt")
os.close(1)
os.open("stdout.txt", os.O_RDONLY)
