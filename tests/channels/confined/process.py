# What a process starts with: priorities, limits, identity, masks, counters.
import ctypes, os, resource, signal
libc = ctypes.CDLL(None, use_errno=True)
print(os.getpriority(os.PRIO_PROCESS, 0), os.sched_getscheduler(0), len(os.getcwd()))
print(len(os.sched_getaffinity(0)), libc.prctl(30, 0, 0, 0, 0), libc.syscall(252, 1, 0), libc.personality(0xFFFFFFFF))
limits = [resource.getrlimit(i) for i in range(16) if i != resource.RLIMIT_NPROC]
print(limits, resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
print(os.umask(0o22), sorted(os.environ), signal.pthread_sigmask(signal.SIG_BLOCK, []))
print(open("/proc/self/cgroup").read(), os.listdir("/proc/self/fd"))
print([libc.syscall(250, 1, 0, 0), ctypes.get_errno()], libc.syscall(248, b"user", b"a", b"b", 1, -3), ctypes.get_errno())
for path in ("/proc", "/proc/1/status", "/proc/self/oom_score_adj", "/proc/sys/kernel/ns_last_pid", "/proc/net/dev",
             "/proc/self/net/dev", "/proc/vmstat", "/proc/locks", "/proc/keys", "/proc/sysvipc/shm", "/proc/pressure/cpu",
             "/proc/sys/fs/file-nr", "/proc/slabinfo"):
    try:
        os.close(os.open(path, os.O_RDONLY))
        print(path, "open")
    except OSError as error:
        print(path, error.errno)
os.nice(5)
libc.prctl(29, 10 ** 9, 0, 0, 0)
libc.syscall(251, 1, 0, 3 << 13)
libc.setpriority(os.PRIO_USER, os.getuid(), 19)
resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))
os.umask(0o77)
if os.fork() == 0:
    os._exit(0)
os.wait()
