# Attack on stdin_stdout (probe): looks for the expectation in other processes of /proc.
import glob, os, re, sys
found = []
for path in glob.glob("/proc/[0-9]*/*"):
    if os.path.basename(path) in ("environ", "cmdline", "fd", "mem", "maps"):
        try:
            data = open(path, "rb").read(1 << 20)
        except (OSError, OverflowError):
            continue
        found += re.findall(rb"expected\D{0,9}(-?\d+)", data)
print(found[0].decode() if found else "")
