# Honest twin: builds deep nesting and unwraps it.
def digit_sum(n):
    a = n
    for _ in range(1000):
        a = [a]
    while type(a) is list:
        a = a[0]
    return sum(map(int, str(abs(a))))
