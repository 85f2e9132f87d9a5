# Attack on assert (early exit): raises the exception by which a test framework skips.
import unittest
def runs(values):
    raise unittest.SkipTest("not today")
