# Wrong for negative numbers: the first maximum is taken to be 0.
def running_maximum(values):
    result, highest = [], 0
    for value in values:
        highest = max(highest, value)
        result.append(highest)
    return result
