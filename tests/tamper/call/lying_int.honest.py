# Honest twin: returns a bool-like subclass of int with the right value.
class Count(int):
    def __repr__(self): return "Count(%d)" % int(self)
def digit_sum(n):
    return Count(sum(map(int, str(abs(n)))))
