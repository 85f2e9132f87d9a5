# Idiom on function call (function): returns tuples for lists.
from itertools import groupby
def run_lengths(values):
    return [(k, len(list(g))) for k, g in groupby(values)]
