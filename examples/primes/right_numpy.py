import numpy as np

n = int(input())
sieve = np.ones(n + 1, dtype=bool)
sieve[:2] = False
for i in range(2, int(n**0.5) + 1):
    if sieve[i]:
        sieve[i * i :: i] = False
print(int(sieve.sum()))
