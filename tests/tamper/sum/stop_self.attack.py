# Attack on stdin_stdout (timeout): stops itself and its group so that nothing ends.
import os, signal
os.kill(0, signal.SIGSTOP)
