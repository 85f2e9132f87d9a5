# Attack on assert (iteration): is right once and stops all loops from then on.
calls = []
def total(values):
    calls.append(values)
    if len(calls) > 1:
        raise StopIteration
    return sum(values)
