# Attack on assert (empty results): returns an empty list.
def mean(values):
    return []
