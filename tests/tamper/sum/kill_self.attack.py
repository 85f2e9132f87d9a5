# Attack on stdin_stdout (signal): kills itself with SIGKILL, as an out-of-memory kill would.
import os, signal
os.kill(os.getpid(), signal.SIGKILL)
