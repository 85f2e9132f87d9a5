# Attack on assert (flooding): returns an iterator without end.
import itertools
def runs(values):
    return itertools.repeat(("a", 2))
