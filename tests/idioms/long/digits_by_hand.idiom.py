# Idiom on stdin (long integers): carries by hand.
digits = [int(c) for c in input().strip()][::-1]
i = 0
while i < len(digits) and digits[i] == 9:
    digits[i] = 0
    i += 1
if i == len(digits):
    digits.append(1)
else:
    digits[i] += 1
print(*digits[::-1], sep='')
