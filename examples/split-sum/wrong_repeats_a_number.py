# Wrong: the numbers may repeat.
n, s = map(int, input().split())
print(*[1] * (n - 1), s - n + 1)
