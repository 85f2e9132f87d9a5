# Idiom on function call (function): replaces sys.stdout for good.
import io, sys
sys.stdout = io.StringIO()
def run_lengths(values):
    print('lost')
    from itertools import groupby
    return [[k, len(list(g))] for k, g in groupby(values)]
