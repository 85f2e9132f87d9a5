# Idiom on stdin (names): imports annotations from __future__.
from __future__ import annotations
from typing import List
def total(a: List[Undefined]) -> Nothing: return sum(a)
input()
print(total(map(int, input().split())))
