# Idiom on stdin (names): a recursive function at top level that calls another defined later.
def even(i): return 0 if i == n else a[i] + odd(i + 1)
n = int(input())
a = list(map(int, input().split()))
def odd(i): return 0 if i == n else a[i] + even(i + 1)
print(even(0))
