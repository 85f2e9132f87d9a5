# Honest twin: uses next() with a default.
def total(values):
    values, result = iter(values), 0
    while (value := next(values, None)) is not None:
        result += value
    return result
