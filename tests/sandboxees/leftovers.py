# ATTACK: finds what an earlier run left: files, shared memory, queues, sockets, processes.
# EXPECT: AC
# NOT_LANDLOCK: it can open none of these; tests/channels/confined/files.py looks at its own places
# STDOUT: ^clean$
import ctypes, os, socket
found = [n for place in ("/tmp", "/var/tmp", "/mnt", "/dev/shm") for n in os.listdir(place)]
found += [n for n in os.listdir(".") if not n.startswith("main")]
libc = ctypes.CDLL(None)
if libc.shmget(4242, 4096, 0) >= 0:
    found.append("shm")
if libc.msgget(4242, 0) >= 0:
    found.append("msg")
s = socket.socket(socket.AF_UNIX)
try:
    s.connect("\0assay-leftover")
    found.append("socket")
except OSError:
    pass
others = [n for n in os.listdir("/proc") if n.isdigit() and int(n) not in (os.getpid(), 1)]
print("clean" if not found + others else found + others)
# Now leave as much as possible for the next run of this very program.
for place in ("/tmp", "/var/tmp", "/mnt", "/dev/shm", "."):
    open(place + "/left", "w").write("x")
    os.makedirs(place + "/.hidden/deep", exist_ok=True)
    os.chmod(place + "/.hidden", 0)
libc.shmget(4242, 4096, 0o1666)
libc.msgget(4242, 0o1666)
if os.fork() == 0:
    os.setsid()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind("\0assay-leftover")
    listener.listen()
    import time
    time.sleep(60)
