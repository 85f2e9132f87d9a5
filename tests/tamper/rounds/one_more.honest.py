# Honest twin: takes some time in every round.
def after(x):
    if x == 0:
        sum(range(1_000_000))
    return x + 1
