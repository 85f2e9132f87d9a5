# Honest twin: has exceptions of its own.
class Done(StopIteration):
    pass
def total(values):
    result = 0
    try:
        for value in values:
            result += value
        raise Done
    except Done:
        return result
