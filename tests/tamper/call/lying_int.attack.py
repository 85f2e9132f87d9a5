# Attack on function_call (lying objects): returns an int that shows and compares as another.
class Lie(int):
    def __eq__(self, o): return True
    def __repr__(self): return "6"
    __str__ = __repr__
    def __int__(self): return 6
    __index__ = __int__
    def __hash__(self): return 6
def digit_sum(n):
    return Lie(0)
