# Attack on stdin_stdout (time limit): leaves its core and works 2.4 s on all of them under a limit of 1 s.
import os
try:
    os.sched_setaffinity(0, range(os.cpu_count()))
except OSError:
    pass
import os, time
children = []
for i in range(4):
    child = os.fork()
    if child == 0:
        while time.process_time() < 0.6:
            pass
        os._exit(0)
    children.append(child)
for child in children:
    os.waitpid(child, 0)
print(37)
