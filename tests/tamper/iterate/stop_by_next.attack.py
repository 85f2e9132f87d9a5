# Attack on assert (iteration): lets StopIteration escape from next().
def total(values):
    return next(iter([]))
