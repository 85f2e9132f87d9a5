# Idiom on assert (function): has annotations from typing without importing them.
from typing import *
def runs(values: List[Any]) -> List[Tuple[Any, int]]:
    out: List[Tuple[Any, int]] = []
    for v in values:
        if out and out[-1][0] == v: out[-1] = (v, out[-1][1] + 1)
        else: out.append((v, 1))
    return out
