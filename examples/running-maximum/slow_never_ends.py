# Never ends: the index is not advanced.
def running_maximum(values):
    i, result = 0, []
    while i < len(values):
        highest = max(values[: i + 1])
    return result
