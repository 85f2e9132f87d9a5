# ---- results that are watched ----
#
# In the second run of the tests (15_vacuity.py) a result is one of these: of the same kind and value,
# and it tells the probe whether it was only gone through (`unseen`) or its emptiness was looked at
# (`substance`, and of arrays `looked`).
#
#   predicates      what is empty, what of which numpy makes an array of no items
#   WATCHED_KINDS   of lists, tuples, dictionaries, sets and texts: a subclass
#   WatchedOther    for what has no subclass, as ranges and views
#   WatchedIterator for iterators
#   watched_array   for numpy's arrays

SEQUENCES = (list, tuple)
CONTAINERS = (list, tuple, dict, set)
TEXTS = (str, bytes)
OTHERS = {range, frozenset, bytearray, type({}.keys()), type({}.values()), type({}.items())}
OTHER_NAMES = {"deque", "OrderedDict", "Counter", "defaultdict"}  # of the module collections
MAX_DIMENSIONS = 32  # of an array
GENERATOR = type(replayed([], "end"))
ITERATORS = Writer(None).iterators
DRIVER_FILE = Writer.__call__.__code__.co_filename


def numpy_module():
    return sys.modules.get("numpy")


def is_array(x):
    numpy = numpy_module()
    return numpy is not None and isinstance(x, numpy.ndarray)


def is_other(x):
    kind = type(x)
    return kind in OTHERS or (kind.__module__ == "collections" and kind.__name__ in OTHER_NAMES) or (
        kind.__module__ == "array")


def is_sequence(x):
    kind = type(x)
    return (kind in CONTAINERS or kind is GENERATOR or is_array(x) or issubclass(kind, tuple) or
            is_other(x) or (kind in TEXTS and not x))


def bare(x, depth=MAX_DIMENSIONS):
    """Without what watches it."""
    if type(x) is WatchedOther:
        x = x._assay_value
    if is_array(x):
        return x.view(numpy_module().ndarray)
    if depth and issubclass(type(x), SEQUENCES):
        items = list.__iter__(x) if issubclass(type(x), list) else tuple.__iter__(x)
        return [bare(item, depth - 1) for item in items]
    return x


def is_hollow(x):
    """Whether numpy makes an array of no items of it, as of [[], []]."""
    if is_array(x):
        return x.view(numpy_module().ndarray).size == 0
    first = x
    for _ in range(MAX_DIMENSIONS):
        if type(first) is WatchedOther:
            first = first._assay_value
        if is_array(first):
            if first.view(numpy_module().ndarray).size:
                return False
            break
        if issubclass(type(first), SEQUENCES):
            items = list.__iter__(first) if issubclass(type(first), list) else tuple.__iter__(first)
        elif type(first) in (range, bytearray) or type(first).__name__ in ("deque", "array"):
            items = iter(first)
        else:
            return False
        nothing = first
        first = next(items, nothing)
        if first is nothing:
            break
    numpy = numpy_module()
    try:
        return numpy is not None and numpy.asarray(bare(x)).size == 0
    except Exception:
        return False


def unwatched(x):
    """What a watched result stands for."""
    kind = type(x)
    if kind is WatchedOther:
        return x._assay_value
    if kind is WatchedIterator:
        return x.items
    base = kind.__base__
    if base in TEXTS:
        return base()  # only empty ones are watched
    return base(dict.items(x) if base is dict else base.__iter__(x))


def is_worth_watching(x, pairs):
    """Whether a pass may rest on nothing because of this result; `pairs`: the tests use zip()."""
    return (is_empty(x) or type(x) is GENERATOR or (pairs and is_sequence(x)) or is_hollow(x))


def is_empty(x):
    if is_array(x):
        return x.view(numpy_module().ndarray).size == 0
    return (issubclass(type(x), CONTAINERS + TEXTS) or is_other(x)) and not x


def looks(kind, name):
    method = getattr(kind, name)

    def look(self, *arguments):
        if not kind.__len__(self):
            self.probe.substance += 1
        return method(self, *arguments)
    return look


def goes_through(kind, name):
    method = getattr(kind, name)

    def iterate(self):
        if not kind.__len__(self):
            self.probe.unseen += 1
        return method(self)
    return iterate


def gives_view(name):
    method = getattr(dict, name)

    def view(self):
        return method(self) if dict.__len__(self) else WatchedOther(method(self), self.probe)
    return view


LOOKS = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__len__", "__contains__",
         "__getitem__", "__repr__", "__str__", "__add__", "__mul__", "__hash__", "count", "index", "get")


def watched_kind(kind):
    members = {name: looks(kind, name) for name in LOOKS if getattr(kind, name, None) is not None}
    members["__iter__"] = goes_through(kind, "__iter__")
    if kind is dict:
        members.update((name, gives_view(name)) for name in ("keys", "values", "items"))
    return type(kind.__name__, (kind,), members)


class WatchedOther:
    """A range, a deque, a view of a dictionary…: going through it is seen, all else has looked at it."""

    def __init__(self, value, probe):
        self._assay_value, self._assay_probe = value, probe

    def __iter__(self):
        if not self._assay_value:
            self._assay_probe.unseen += 1
        return iter(self._assay_value)

    def __getattribute__(self, name):
        if name[:7] == "_assay_":
            return object.__getattribute__(self, name)
        if name == "__class__":
            return type(self._assay_value)
        if name in ("keys", "values", "items") and not self._assay_value:
            return lambda: WatchedOther(getattr(self._assay_value, name)(), self._assay_probe)
        self._assay_probe.substance += 1
        return getattr(self._assay_value, name)


def passed_on(name):
    def member(self, *arguments):
        self._assay_probe.substance += 1
        return getattr(self._assay_value, name)(
            *[a._assay_value if type(a) is WatchedOther else a for a in arguments])
    return member


class WatchedIterator:
    def __init__(self, items, probe):
        self.items, self.probe, self.begun = items, probe, False

    __class__ = property(lambda self: GENERATOR)

    def __iter__(self):
        return self

    def __next__(self):
        try:
            item = next(self.items)
        except StopIteration:
            if not self.begun:
                self.probe.unseen += 1
            raise
        if not self.begun:
            self.begun = True
            self.probe.substance += 1
        return item


PASSED_ON = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__len__", "__contains__",
             "__getitem__", "__add__", "__or__", "__and__", "__sub__", "__repr__", "__reversed__", "__hash__")
WATCHED_KINDS = {}
WATCHED = {WatchedIterator, WatchedOther}


def make_watched_kinds():
    """Before a second run, which most tests don't need."""
    for name in PASSED_ON:
        setattr(WatchedOther, name, passed_on(name))
    WATCHED_KINDS.update((kind, watched_kind(kind)) for kind in CONTAINERS + TEXTS)
    WATCHED.update(WATCHED_KINDS.values())


def is_of_numpy(function):
    for x in (function, type(function)):
        module = getattr(x, "__module__", None)
        if type(module) is str and module.split(".")[0] == "numpy":
            return True
    return False


def watched_array(probe, empty):
    """An empty array that notices what it is compared with. What is made of it does so, too."""
    numpy = numpy_module()
    comparisons = {numpy.equal, numpy.not_equal, numpy.subtract}
    closeness = {numpy.allclose, numpy.isclose}

    def plain(x):
        return x.view(numpy.ndarray) if isinstance(x, Empty) else x

    def expects_more(operands):
        """Than the empty one of them: what was reduced to one value is not empty. And one value for
        all items says nothing about how many there are, once that was looked at."""
        ours = [plain(x) for x in operands if isinstance(x, Empty)]
        return any(not x.size for x in ours) and any(
            not isinstance(x, Empty) and numpy.size(x) and not probe.is_given(x) and
            not (probe.looked and numpy.ndim(x) == 0) for x in operands)

    def looked_at():
        probe.substance += 1
        # numpy's own functions ask for sizes, too.
        if sys._getframe(2).f_code.co_filename in ("<test>", DRIVER_FILE):
            probe.looked += 1

    def plain_all(x):
        if type(x) in SEQUENCES:
            return type(x)(map(plain_all, x))
        if type(x) is dict:
            return {k: plain_all(v) for k, v in x.items()}
        return plain(x)

    def again(x):
        return x.view(Empty) if type(x) is numpy.ndarray and x.size == 0 else x

    class Empty(numpy.ndarray):
        assay_probe = probe

        def __array_ufunc__(self, ufunc, method, *inputs, **named):
            if method == "__call__" and ufunc in comparisons and expects_more(inputs):
                probe.vacuous("an empty result is compared with values of the tests")
            if method == "reduce":
                probe.unseen += 1
            return again(getattr(ufunc, method)(*map(plain, inputs), **plain_all(named)))

        def __array_function__(self, function, kinds, arguments, named):
            if function in closeness and expects_more(arguments[:2]):
                probe.vacuous("an empty result is compared with values of the tests")
            if function in (numpy.all, numpy.any, numpy.sum):
                probe.unseen += 1
            elif function in (numpy.array_equal, numpy.shape, numpy.size):
                probe.substance += 1
                probe.looked += 1
            return again(function(*plain_all(tuple(arguments)), **plain_all(dict(named))))

        def __eq__(self, other):
            # Also where `other` decides (pytest.approx), which goes through the items.
            if expects_more([self, other]):
                probe.vacuous("an empty result is compared with values of the tests")
            return numpy.ndarray.__eq__(self, other)

        def __iter__(self):
            probe.unseen += 1
            return iter(plain(self)) if self.ndim < 2 else (again(row) for row in plain(self))

        @property
        def flat(self):
            probe.unseen += 1
            return plain(self).flat

        def tolist(self):
            items = WATCHED_KINDS[list](plain(self).tolist())
            items.probe = probe
            return items

        def __len__(self):
            looked_at()
            return numpy.ndarray.__len__(self)

        @property
        def size(self):
            looked_at()
            return 0

        @property
        def shape(self):
            looked_at()
            return plain(self).shape

    return empty.view(Empty)
