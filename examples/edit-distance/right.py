import sys

a, b = (sys.stdin.readline().strip() for _ in range(2))
row = list(range(len(b) + 1))
for i, x in enumerate(a, 1):
    diagonal, row[0] = row[0], i
    for j, y in enumerate(b, 1):
        diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
print(row[-1])
