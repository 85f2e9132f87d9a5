# Honest twin: has a child in a session of its own.
import os
child = os.fork()
if child == 0:
    os.setsid()
    os._exit(0)
os.waitpid(child, 0)
n = int(input())
print(sum(map(int, input().split())))
