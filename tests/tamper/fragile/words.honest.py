# Honest twin: prints numbers in words of white space.
n = int(input())
print("\n".join(str(i) for i in range(n, 0, -1)))
