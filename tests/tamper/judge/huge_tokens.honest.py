# Honest twin: prints numbers with leading zeros.
n = int(input())
print("%05d %05d" % (1, n - 1))
