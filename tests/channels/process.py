# What a process starts with: priorities, limits, identity, masks, counters.
import ctypes, os, resource, signal, time
libc = ctypes.CDLL(None, use_errno=True)
print(os.getpriority(os.PRIO_PROCESS, 0), os.getpriority(os.PRIO_USER, os.getuid()), os.sched_getscheduler(0))
print(len(os.sched_getaffinity(0)), libc.prctl(30, 0, 0, 0, 0), libc.syscall(252, 1, 0), libc.personality(0xFFFFFFFF))
print([resource.getrlimit(i) for i in range(16)], resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
print(os.umask(0o22), os.getcwd(), sorted(os.environ), signal.pthread_sigmask(signal.SIG_BLOCK, []))
print(open("/proc/self/oom_score_adj").read(), open("/proc/self/cgroup").read(), os.path.exists("/sys/fs/cgroup"))
print([os.readlink("/proc/self/ns/" + n) == os.readlink("/proc/thread-self/ns/" + n) for n in ("net", "pid", "mnt")])
print(libc.timer_create(1, None, ctypes.byref(ctypes.c_void_p())), os.listdir("/proc/self/fd"))
print([libc.syscall(250, 1, 0, 0), ctypes.get_errno()], libc.syscall(248, b"user", b"a", b"b", 1, -3), ctypes.get_errno())
os.nice(5)
libc.prctl(29, 10 ** 9, 0, 0, 0)
libc.syscall(251, 1, 0, 3 << 13)
libc.setpriority(os.PRIO_USER, os.getuid(), 19)
resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))
os.umask(0o77)
if os.fork() == 0:
    end = time.process_time() + 0.05
    while time.process_time() < end:
        pass
    os._exit(0)
os.wait()
