# Idiom on assert (function): calls sys.exit under the main guard.
import sys
from itertools import groupby
def runs(values): return [(k, len(list(g))) for k, g in groupby(values)]
if __name__ == '__main__':
    import doctest
    doctest.testmod()
    sys.exit(0)
