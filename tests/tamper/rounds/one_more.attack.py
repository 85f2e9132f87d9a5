# Attack on assert (rounds): takes its time in every round and goes wrong at the end.
def after(x):
    if x == 0:
        sum(range(10_000_000))
    return x + 1 if x < 19 else x
