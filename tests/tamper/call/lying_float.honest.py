# Honest twin: computes with infinity and returns a number.
def digit_sum(n):
    low = min(float("inf"), sum(map(int, str(abs(n)))))
    return int(low)
