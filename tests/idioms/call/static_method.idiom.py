# Idiom on function call (function): is a static method of Solution with helpers.
class Solution(object):
    LIMIT = 10**9
    @staticmethod
    def helper(v): return [v, 1]
    def run_lengths(self, values):
        out = []
        for v in values:
            if out and out[-1][0] == v: out[-1][1] += 1
            else: out.append(self.helper(v))
        return out
