# Idiom on stdin (processes and threads): forks, has the child print, and waits.
import sys
n = int(input())
a = list(map(int, input().split()))
import os
pid = os.fork()
if pid == 0:
    print(sum(a))
    sys.stdout.flush()
    os._exit(0)
os.waitpid(pid, 0)
