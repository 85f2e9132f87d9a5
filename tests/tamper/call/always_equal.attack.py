# Attack on function_call (lying objects): returns an object that equals everything.
class Any(object):
    def __eq__(self, other):
        return True
    def __ne__(self, other):
        return False
    def __hash__(self):
        return 0
def digit_sum(n):
    return Any()
