# ---- passes that rest on nothing ----
#
# An empty result may pass without anything of it having been looked at: zip() ends with the shorter
# side, numpy spreads one value over no elements, all() of nothing is true. So tests that pass on
# sequences are run once more, in this process and on the same results, which now watch what is done
# with them. Only what is found there counts; how this run ends does not.
#
#   expected values   A result that is set against values of the tests (zip, allclose, ==, -) must
#                     not end before them.
#   properties        all() over an empty result is in order, since nothing may be what is right. But
#                     when that is all there is of any result, the tests have seen nothing.
#
# A call that was given something empty may answer with something empty: it is not watched.

PROBE_SECONDS = 3  # tests that took longer, by what they do themselves, are not run again
SEQUENCES = (list, tuple)
ONLY_GO_THROUGH = {"all", "any", "zip", "map", "filter", "enumerate", "iter", "next", "reversed", "sorted",
                   "list", "tuple", "isinstance", "type", "print"}
CONTAINERS = (list, tuple, dict, set)
OTHERS = {range, frozenset, bytearray, type({}.keys()), type({}.values()), type({}.items())}
OTHER_NAMES = {"deque", "OrderedDict", "Counter", "defaultdict"}  # of the module collections
MAX_DIMENSIONS = 32  # of an array
MAX_SEARCHED = 1000  # items of a list of the tests in which results are looked for
GENERATOR = type(replayed([], "end"))


def numpy_module():
    return sys.modules.get("numpy")


def is_array(x):
    numpy = numpy_module()
    return numpy is not None and isinstance(x, numpy.ndarray)


def is_other(x):
    kind = type(x)
    return kind in OTHERS or (kind.__module__ == "collections" and kind.__name__ in OTHER_NAMES)


def is_sequence(x):
    kind = type(x)
    return kind in CONTAINERS or kind is GENERATOR or is_array(x) or isinstance(x, tuple) or is_other(x)


def bare(x, depth=MAX_DIMENSIONS):
    """Without what watches it."""
    if type(x) is WatchedOther:
        x = x._assay_value
    if is_array(x):
        return x.view(numpy_module().ndarray)
    if depth and isinstance(x, SEQUENCES):
        items = list.__iter__(x) if isinstance(x, list) else tuple.__iter__(x)
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
        if isinstance(first, SEQUENCES):
            items = list.__iter__(first) if isinstance(first, list) else tuple.__iter__(first)
        elif type(first) in (range, bytearray) or type(first).__name__ == "deque":
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


def is_worth_watching(x, pairs):
    """Whether a pass may rest on nothing because of this result; `pairs`: the tests use zip()."""
    return (is_empty(x) or type(x) is GENERATOR or (pairs and is_sequence(x)) or is_hollow(x))


def is_empty(x):
    if is_array(x):
        return x.size == 0
    return (type(x) in CONTAINERS + (str, bytes) or isinstance(x, tuple) or is_other(x)) and not x


class Vacuous(BaseException):
    """Ends the statement under way."""


class Probe:
    def __init__(self):
        self.found = ""
        self.substance = 0  # results that are not empty, or whose emptiness was looked at
        self.unseen = 0     # empty results that were only gone through
        self.given = []     # arguments of calls: what results go along with, not what is expected

    def vacuous(self, what):
        self.found = self.found or what
        raise Vacuous(what)

    def watch(self, value, arguments):
        self.given += [a for a in arguments if is_sequence(a)]
        if any(is_empty(a) for a in arguments):
            self.substance += 1
            return value
        if is_array(value):
            if value.size:
                self.substance += 1
                return value
            return watched_array(self, value)
        if type(value) is GENERATOR:
            return WatchedIterator(value, self)
        if value and not is_hollow(value):
            self.substance += 1
        if type(value) not in WATCHED_KINDS:
            return WatchedOther(value, self)
        watched = WATCHED_KINDS[type(value)](value)
        watched.probe = self
        return watched

    def is_given(self, x):
        return any(x is each for each in self.given)

    def instrument(self, tree, ast, namespace, bound):
        """Has the tests call our zip() and what keeps results apart from the tests' own lists."""
        ours = {"zip": self.zip, "sorted": self.like(sorted, list), "list": self.like(list, list),
                "tuple": self.like(tuple, tuple), "reversed": self.like(reversed, list)}
        namespace["__assay_call"] = self.called
        for node in [n for n in walk(tree) if type(n) is ast.Call]:
            name = node.func.id if type(node.func) is ast.Name else ""
            if name in ours and name not in bound:
                namespace["__assay_" + name] = ours[name]
                node.func.id = "__assay_" + name
            elif name not in ONLY_GO_THROUGH and (node.args or node.keywords):
                node.args.insert(0, node.func)
                node.func = ast.Name(id="__assay_call", ctx=ast.Load())
                place_like(node.func, node)

    def called(self, *given, **named):
        """A call of the tests. What it makes of a result (set, sum, join) has looked at it; numpy
        makes an array of it, which is watched on, and so is what numpy makes of that."""
        function, *arguments = given
        if not is_of_numpy(function):
            for x in [*arguments, *named.values()]:
                if type(x) in WATCHED:
                    self.substance += 1
            return function(*arguments, **named)
        if not any(map(self.holds_nothing, [*arguments, *named.values()])):
            return function(*arguments, **named)
        made = function(*map(self.as_array, arguments),
                        **{name: self.as_array(x) for name, x in named.items()})
        return watched_array(self, made) if is_array(made) and is_hollow(made) else made

    def holds_nothing(self, x, depth=4):
        """Whether x is a watched result of which numpy makes an empty array, or holds such a one."""
        if type(x) in WATCHED or hasattr(type(x), "assay_probe"):
            return is_hollow(x)
        return bool(depth) and type(x) in SEQUENCES and any(
            self.holds_nothing(item, depth - 1) for item in x[:MAX_SEARCHED])

    def as_array(self, x):
        if self.holds_nothing(x) and is_hollow(x):
            return watched_array(self, numpy_module().asarray(bare(x)))
        return x

    def like(self, function, kind):
        def made(*arguments, **named):
            source = arguments[0] if arguments else None
            if type(source) not in WATCHED:
                return function(*arguments, **named)
            plain = list.__iter__(source) if isinstance(source, list) else iter(source)
            if function is reversed:
                plain = list(plain)
            items = function(plain, *arguments[1:], **named)
            result = WATCHED_KINDS[kind](items)
            result.probe = self
            return result
        return made

    def zip(self, *sources, **named):
        watched = [type(s) in WATCHED or (is_array(s) and hasattr(s, "assay_probe")) for s in sources]
        if named.get("strict") or not any(watched) or all(watched):
            yield from zip(*sources, **named)
            return
        iterators = [iter(s) for s in sources]
        rows = 0
        while True:
            row = []
            for i, iterator in enumerate(iterators):
                try:
                    row.append(next(iterator))
                except StopIteration:
                    if watched[i]:
                        self.check_left(sources, watched, rows)
                    return
            rows += 1
            yield tuple(row)

    def check_left(self, sources, watched, rows):
        for source, ours in zip(sources, watched):
            own = type(source) in SEQUENCES or is_array(source)
            if own and not ours and len(source) > rows and not self.is_given(source):
                self.vacuous("a result ends after %d items, and the tests have %d to compare" % (
                    rows, len(source)))


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


LOOKS = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__len__", "__contains__",
         "__getitem__", "__repr__", "__add__", "__mul__", "__hash__", "count", "index", "get")


def watched_kind(kind):
    members = {name: looks(kind, name) for name in LOOKS if getattr(kind, name, None) is not None}
    for name in ("__iter__", "keys", "values", "items"):
        if hasattr(kind, name):
            members[name] = goes_through(kind, name)
    members["__str__"] = members["__repr__"]
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
            self._assay_probe.unseen += 1
        else:
            self._assay_probe.substance += 1
        return getattr(self._assay_value, name)


def passed_on(name):
    def member(self, *arguments):
        self._assay_probe.substance += 1
        return getattr(self._assay_value, name)(
            *[a._assay_value if type(a) is WatchedOther else a for a in arguments])
    return member


for each in ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__len__", "__contains__",
             "__getitem__", "__add__", "__or__", "__and__", "__sub__", "__repr__", "__reversed__", "__hash__"):
    setattr(WatchedOther, each, passed_on(each))


class WatchedIterator:
    def __init__(self, items, probe):
        self.items, self.probe, self.begun = items, probe, False

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


WATCHED_KINDS = {kind: watched_kind(kind) for kind in CONTAINERS}
WATCHED = {WatchedIterator, WatchedOther, *WATCHED_KINDS.values()}


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
        """Than the empty one of them: what was reduced to one value is not empty."""
        ours = [plain(x) for x in operands if isinstance(x, Empty)]
        return any(not x.size for x in ours) and any(
            not isinstance(x, Empty) and numpy.size(x) and not probe.is_given(x) for x in operands)

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
            probe.substance += 1
            return numpy.ndarray.__len__(self)

        @property
        def size(self):
            probe.substance += 1
            return 0

        @property
        def shape(self):
            probe.substance += 1
            return plain(self).shape

    return empty.view(Empty)


def find_vacuity(session, request):
    """Why the pass rests on nothing, or an empty text."""
    # A program that sends much doesn't get past this; sent twice, it may exceed the limits.
    if cpu_seconds() - session.exchange_s > PROBE_SECONDS:
        return ""
    probed = Session(session.performed, session.lines)
    probe = probed.probe = Probe()
    try:
        run_test_text(probed, request)
    except BaseException:
        pass
    if probe.found:
        return probe.found
    if probe.unseen and not probe.substance:
        return "every result is empty, and nothing of any was looked at"
    return ""


if __name__ == "__main__":
    if sys.argv[1] == "calls":
        run_calls()
    else:
        run_tests()
