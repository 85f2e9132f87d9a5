# Idiom on stdin (names): has annotations, generics and protocols.
from typing import Generic, Protocol, TypeVar, Iterable
T = TypeVar('T')
class Adds(Protocol):
    def add(self, x: int) -> None: ...
class Box(Generic[T]):
    total: int = 0
    def add(self, x: int) -> None: self.total += x
box: Box[int] = Box()
input()
for x in input().split(): box.add(int(x))
print(box.total)
