# Idiom on stdin (modules): uses dataclasses.
from dataclasses import dataclass, field
@dataclass(order=True)
class Item:
    value: int
    tags: list = field(default_factory=list, compare=False)
input()
items = sorted(Item(int(x)) for x in input().split())
print(sum(i.value for i in items))
