# Honest twin: prints its pair over two lines.
n = int(input())
print(1)
print(n - 1)
