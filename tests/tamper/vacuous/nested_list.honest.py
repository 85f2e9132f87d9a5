# Honest twin: returns a list of a list.
def mean(values):
    return [[sum(values) / len(values)]]
