# Idiom on function call (function): uses List without importing it.
class Solution:
    def run_lengths(self, values: List[str]) -> List[Tuple[str, int]]:
        out = []
        for v in values:
            if out and out[-1][0] == v: out[-1] = (v, out[-1][1] + 1)
            else: out.append((v, 1))
        return out
