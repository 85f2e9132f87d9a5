# Honest twin: defines a check of its own.
def check(candidate):
    return None


def apply_all(function, values):
    return [function(value) for value in values]
