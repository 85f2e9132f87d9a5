# The counter of process ids.
import os, threading
print(os.getpid(), threading.get_native_id(), os.getpgid(0), os.getsid(0))
print(open("/proc/loadavg").read().split()[-1], open("/proc/sys/kernel/ns_last_pid").read())
child = os.fork()
if child == 0:
    os._exit(0)
os.waitpid(child, 0)
print(child)
for _ in range(300):
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
