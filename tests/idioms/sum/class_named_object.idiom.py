# Idiom on stdin (names): has a class called object and one called type.
class object(object): pass
class type(object):
    def __init__(self, v): self.v = v
input()
print(type(sum(map(int, input().split()))).v)
