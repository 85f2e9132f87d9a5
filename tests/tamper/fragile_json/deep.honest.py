# Honest twin: prints nested lists.
n = int(input())
print([[[i]] for i in range(n)])
