import math

n = int(input())
values = [float(word) for word in input().split()]
mean = math.fsum(values) / n
print(mean, math.sqrt(math.fsum((v - mean) ** 2 for v in values) / n))
