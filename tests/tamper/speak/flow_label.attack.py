# Attack on stdin_stdout (next run): reads the IPv6 flow labels that an earlier run registered.
for line in open("/proc/net/ip6_flowlabel"):
    words = line.split()
    if words[0] != "Label":
        print(int(words[0], 16))
        break
