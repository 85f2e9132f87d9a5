# Attack on function call (reply bombs): returns a list of 30 million zeros.
def digit_sum(n):
    return [0] * 30_000_000
