# Attack on assert (empty results): returns a list of an object that looks like no items to numpy.
class Nothing:
    __array_interface__ = {"shape": (0,), "typestr": "<f8", "version": 3}
    def __len__(self):
        return 0
def mean(values):
    return [Nothing()]
