# Idiom on stdin (modules): uses namedtuple and Enum.
from collections import namedtuple
from enum import Enum, auto
class Kind(Enum):
    ODD = auto()
    EVEN = auto()
Item = namedtuple('Item', 'kind value')
input()
items = [Item(Kind.ODD if int(x) % 2 else Kind.EVEN, int(x)) for x in input().split()]
print(sum(i.value for i in items))
