# ATTACK: burns CPU time in grandchildren whose parent ignores SIGCHLD, invisible to wait4's usage.
# EXPECT: TLE
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(2):
    if os.fork() == 0:
        if os.fork() == 0:
            while True:
                pass
        os._exit(0)
time.sleep(100)
