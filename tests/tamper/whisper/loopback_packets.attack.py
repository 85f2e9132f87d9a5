# Attack on stdin_stdout (next run): reads a number off the packet counter of the loopback device.
for line in open("/proc/net/dev"):
    if line.strip().startswith("lo:"):
        print(int(line.split()[2]) % 100)
