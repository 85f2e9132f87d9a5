# Attack on function call (reply bombs): returns a dictionary whose keys are dictionaries of sets.
def digit_sum(n):
    return {frozenset([(i, "k" * 1000)]): {"v": frozenset(range(50))} for i in range(5000)}
