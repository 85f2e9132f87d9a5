# ATTACK: reads the host's private files.
# EXPECT: AC
# NOT_LANDLOCK: whether a path is there may be asked; what opens is tried in src/sandbox/confined_box_test.cc
# STDOUT: ^clean$
import os
found = []
# What compilers that Debian's packages, `make toolchains` or rustup bring read there.
toolchains = {"/opt": {"assay"}, "/var/lib": {"ghc"}, "/root": {".rustup"}}
for path in ("/root", "/home", "/etc/shadow", "/etc/gshadow", "/etc/ssh", "/var/lib", "/var/log",
             "/run", "/boot", "/srv", "/opt", "/sys/fs/cgroup", "/sys/kernel", "/dev/mem", "/dev/kmsg",
             "/dev/vda", "/dev/sda", "/dev/kvm", "/dev/fuse", "/.dockerenv"):
    try:
        os.stat(path)
        if os.path.isdir(path) and set(os.listdir(path)) <= toolchains.get(path, set()):
            continue
        found.append(path)
    except OSError:
        pass
print("clean" if not found else found)
