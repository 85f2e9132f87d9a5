# Attack on function_call (early exit): leaves with code 0 when loaded.
import os
os._exit(0)
def digit_sum(n):
    return 0
