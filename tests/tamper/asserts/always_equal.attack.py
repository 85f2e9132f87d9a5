# Attack on assert (lying objects): returns an object that equals everything.
class Any:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __len__(self): return 3
    def __bool__(self): return True
    def __contains__(self, x): return True
    def __iter__(self): return iter(())
    def __hash__(self): return 0
def runs(values):
    return Any()
