# Attack on stdin_stdout (threads and exit handlers): rewrites its output in an exit handler.
import atexit, os, sys
print(1)
sys.stdout.flush()
def fix():
    try:
        os.ftruncate(1, 0)
        os.lseek(1, 0, 0)
    except OSError:
        pass
    os.write(1, b"6\n")
atexit.register(fix)
