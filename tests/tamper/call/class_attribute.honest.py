# Honest twin: defines __index__ for its own use.
class I:
    def __index__(self):
        return 0
def digit_sum(n):
    return sum(map(int, str(abs(n))[I():]))
