# Honest twin: keeps its digits in a dictionary.
def digit_sum(n):
    return sum({(i, d): int(d) for i, d in enumerate(str(abs(n)))}.values())
