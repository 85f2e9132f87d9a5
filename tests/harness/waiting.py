"""Waiting for what comes by itself, on hosts of any load."""

import time

PATIENCE_S = 120


def until(holds, what="", patience_s=PATIENCE_S):
    """What `holds()` returns, once that is true; AssertionError after `patience_s`. `what`, text or a function that
    makes it, says what did not come."""
    deadline = time.monotonic() + patience_s
    while not (value := holds()):
        assert time.monotonic() < deadline, f"not within {patience_s} s: {what() if callable(what) else what}"
        time.sleep(0.05)
    return value
