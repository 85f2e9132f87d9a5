# ATTACK: reads what /proc tells about processes that are not its own.
# EXPECT: AC
# EXPECT_LANDLOCK: RE
# STDOUT: ^clean$
import os
me = os.getpid()
found = []
for name in os.listdir("/proc"):
    if name.isdigit() and int(name) != me:
        found.append(name)
for name in ("1/mem", "1/environ", "1/maps", "1/fd", "1/cwd", "1/root", "1/exe", "kcore", "kmsg",
             "sysrq-trigger", "keys", "sched_debug"):
    path = "/proc/" + name
    try:
        if os.path.isdir(path):
            os.listdir(path)
        else:
            with open(path, "rb") as stream:
                if stream.read(16):
                    found.append(name)
                    continue
    except OSError:
        continue
for name in ("cwd", "root", "exe"):
    try:
        found.append(os.readlink(f"/proc/1/{name}"))
    except OSError:
        pass
for name in ("/proc/sys/kernel/hostname", "/proc/sys/vm/drop_caches", "/proc/self/oom_score_adj"):
    try:
        with open(name, "w") as out:
            out.write("-900" if "oom" in name else "1")
        found.append("wrote " + name)
    except OSError:
        pass
print("clean" if not found else found)
