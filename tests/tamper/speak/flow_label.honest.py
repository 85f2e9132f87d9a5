# Honest twin: looks into its network tables and adds up.
for name in ("/proc/net/dev", "/proc/net/tcp", "/proc/net/ip6_flowlabel"):
    try:
        open(name).read()
    except OSError:
        pass
n = int(input())
print(sum(map(int, input().split())))
