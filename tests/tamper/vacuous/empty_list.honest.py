# Honest twin: returns a list of one item.
def mean(values):
    return [sum(values) / len(values)]
