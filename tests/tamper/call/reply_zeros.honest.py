# Honest twin: fills a list and adds it up.
def digit_sum(n):
    digits = [0] * 100_000
    for i, digit in enumerate(str(abs(n))):
        digits[i] = int(digit)
    return sum(digits)
