# Attack on assert (flooding): returns numbers that take for ever to print.
def runs(values):
    return [(10 ** 2000000, 1)]
