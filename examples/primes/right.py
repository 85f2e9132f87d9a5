n = int(input())
sieve = bytearray([1]) * (n + 1)
sieve[:2] = bytes(min(2, n + 1))
for i in range(2, int(n**0.5) + 1):
    if sieve[i]:
        sieve[i * i :: i] = bytes(len(range(i * i, n + 1, i)))
print(sum(sieve))
