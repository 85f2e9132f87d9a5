# Honest twin: uses itertools.
import itertools
def runs(values):
    return [(v, len(list(g))) for v, g in itertools.groupby(values)]
