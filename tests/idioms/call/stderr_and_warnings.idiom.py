# Idiom on function call (function): warns and chats on stderr.
import sys, warnings
def run_lengths(values):
    warnings.warn('slow')
    print('debug', file=sys.stderr)
    from itertools import groupby
    return [[k, len(list(g))] for k, g in groupby(values)]
