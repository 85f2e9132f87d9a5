# Honest twin: prints zeros in front.
n = int(input())
print(*("000%d" % i for i in range(n, 0, -1)))
