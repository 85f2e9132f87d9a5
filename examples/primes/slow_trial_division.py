# Too slow: divides every number by every smaller one.
n = int(input())
print(sum(all(k % d for d in range(2, k)) for k in range(2, n + 1)))
