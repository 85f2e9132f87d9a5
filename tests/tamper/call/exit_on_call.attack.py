# Attack on function_call (early exit): leaves with code 0 when called.
import sys
def digit_sum(n):
    sys.exit(0)
