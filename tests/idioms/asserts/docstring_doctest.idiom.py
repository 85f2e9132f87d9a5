# Idiom on assert (function): has a docstring with examples.
def runs(values):
    """
    >>> runs(['a', 'a'])
    [('a', 2)]
    """
    import itertools
    return [(k, len(list(g))) for k, g in itertools.groupby(values)]
