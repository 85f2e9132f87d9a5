# Attack on stdin_stdout (time limit): works in children of sessions of their own, which end before anybody looks.
import os, time
children = []
for i in range(4):
    child = os.fork()
    if child == 0:
        os.setsid()
        os.nice(19)
        while time.process_time() < 0.6:
            pass
        os._exit(0)
    children.append(child)
for child in children:
    os.waitpid(child, 0)
print(37)
