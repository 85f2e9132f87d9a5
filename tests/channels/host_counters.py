# Counters of the host that a run could raise: those that nothing needs are not shown.
names = ["vmstat", "zoneinfo", "buddyinfo", "schedstat", "interrupts", "softirqs", "slabinfo", "locks", "key-users", "keys"]
names += ["sys/fs/" + name for name in ("file-nr", "inode-nr", "inode-state", "dentry-state")]
for name in names:
    try:
        print(name, repr(open("/proc/" + name).read()))
    except FileNotFoundError:
        pass
try:
    print(open("/proc/pressure/cpu").read())
except OSError as error:
    print(type(error).__name__)
