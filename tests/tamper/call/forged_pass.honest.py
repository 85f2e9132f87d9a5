# Honest twin: prints while it is called.
def digit_sum(n):
    print("summing", n)
    return sum(map(int, str(abs(n))))
