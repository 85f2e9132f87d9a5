# Attack on assert (iteration): raises an exception of its own that is a StopIteration.
class Done(ValueError, StopIteration):
    pass
def total(values):
    raise Done(0)
