# Attack on assert (early exit): leaves with code 0 at the first call.
import os
def runs(values):
    os._exit(0)
