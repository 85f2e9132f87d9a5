# Honest twin: asks for a core, works a little in children and adds up.
import os
try:
    os.sched_setaffinity(0, os.sched_getaffinity(0))
except OSError:
    pass
child = os.fork()
if child == 0:
    os._exit(sum(range(100000)) & 1)
os.waitpid(child, 0)
n = int(input())
print(sum(map(int, input().split())))
