# Attack on function_call (lying objects): claims to be an int through __class__.
class Fake:
    @property
    def __class__(self):
        return int
    def __index__(self):
        return 6
    def __repr__(self):
        return "6"
def digit_sum(n):
    return Fake()
