# Idiom on function call (function): is a lambda.
import itertools
run_lengths = lambda values: [[k, len(list(g))] for k, g in itertools.groupby(values)]
