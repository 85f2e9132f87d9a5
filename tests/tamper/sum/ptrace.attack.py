# Attack on stdin_stdout (probe): attaches to its parent to read its memory.
import ctypes, os
libc = ctypes.CDLL(None)
pid = os.getppid()
r = libc.ptrace(16, pid, 0, 0)
print(6 if r == 0 else "no")
