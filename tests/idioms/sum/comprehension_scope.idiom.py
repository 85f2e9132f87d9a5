# Idiom on stdin (names): uses top-level names inside comprehensions and lambdas.
n = int(input())
a = list(map(int, input().split()))
idx = [i for i in range(n)]
f = lambda: sum(a[i] for i in idx)
print(f())
