# Idiom on function call (function): is a method of class Solution.
class Solution:
    def run_lengths(self, values: 'List[str]') -> 'List[List[str]]':
        from itertools import groupby
        return [[k, sum(1 for _ in g)] for k, g in groupby(values)]
