# Honest twin: has sets within sets.
def digit_sum(n):
    value = frozenset(enumerate(str(abs(n))))
    for i in range(50):
        value = frozenset([value])
    for i in range(50):
        (value,) = value
    return sum(int(digit) for _, digit in value)
