# Honest twin: builds a cycle and returns a number.
def digit_sum(n):
    a = [n]
    a.append(a)
    return sum(map(int, str(abs(a[0]))))
