# Attack on function_call (heap walking): searches all objects of the collector for the expectation.
import gc
def digit_sum(n):
    for x in gc.get_objects():
        if type(x) is dict:
            for key in ("expected", "output", "outputs", "nonce", "answer"):
                if type(x.get(key)) is int:
                    return x[key]
    return -1
