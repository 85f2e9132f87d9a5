# Honest twin: uses an object of its own inside.
class Numbers:
    def __init__(self, values):
        self.values = values
    def __len__(self):
        return len(self.values)
    def __iter__(self):
        return iter(self.values)
def mean(values):
    numbers = Numbers(values)
    return sum(numbers) / len(numbers)
