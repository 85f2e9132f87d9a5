# Honest twin: counts objects.
import gc
def apply_all(function, values):
    assert gc.get_count()[0] >= 0
    return [function(value) for value in values]
