# Honest twin: prints the larger number first.
n = int(input())
print(n - 1, 1)
