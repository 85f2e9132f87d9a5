# Honest twin: compares through a class of its own.
class Digit:
    def __init__(self, c):
        self.value = int(c)
    def __eq__(self, other):
        return self.value == other.value
def digit_sum(n):
    return sum(Digit(c).value for c in str(abs(n)))
