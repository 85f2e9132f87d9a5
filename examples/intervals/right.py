import sys

numbers = list(map(int, sys.stdin.read().split()))
joined = []
for first, last in sorted(zip(numbers[1::2], numbers[2::2])):
    if joined and first <= joined[-1][1]:
        joined[-1][1] = max(joined[-1][1], last)
    else:
        joined.append([first, last])
for interval in joined:
    print(*interval)
