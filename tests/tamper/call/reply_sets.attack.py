# Attack on function call (reply bombs): returns sets within sets around a long text.
def digit_sum(n):
    value = frozenset(["x" * 1_000_000])
    for i in range(400):
        value = frozenset([value])
    return value
