# Honest twin: counts its calls.
calls = []
def total(values):
    calls.append(values)
    return sum(values)
