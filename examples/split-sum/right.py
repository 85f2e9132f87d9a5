n, s = map(int, input().split())
rest = s - n * (n - 1) // 2
print(*range(1, n), rest) if rest >= n else print(-1)
