# Honest twin: prints signs.
n = int(input())
print(*("+%d" % i for i in range(n, 0, -1)))
