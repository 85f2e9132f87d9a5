# Attack on assert (empty results): returns an object that looks like a sequence of nothing.
class Nothing:
    def __len__(self):
        return 1
    def __iter__(self):
        return iter([])
    def __getitem__(self, index):
        return self
def mean(values):
    return Nothing()
