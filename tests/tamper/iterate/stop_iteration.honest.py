# Honest twin: ends loops of its own by StopIteration.
def total(values):
    values, result = iter(values), 0
    while True:
        try:
            result += next(values)
        except StopIteration:
            return result
