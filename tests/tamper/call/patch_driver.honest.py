# Honest twin: replaces a function of its own.
def digit_sum(n):
    return 0
digit_sum = lambda n: sum(map(int, str(abs(n))))
