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
#
# Nothing may be the right answer, so no right program may fail here: where the second run leaves the
# way of the first (an exception, another operation) or takes long, and where something is made of an
# empty result that may be looked at later, nothing is said.

PROBE_SECONDS = 3  # tests that took longer, by what they do themselves, are not run again
MAX_RESULTS_IN_A_LIST = 1000  # of the tests, in which results are looked for
ONLY_GO_THROUGH = {"all", "any", "zip", "map", "filter", "enumerate", "iter", "reversed", "sorted",
                   "list", "tuple", "isinstance", "print",
                   asking("type"), asking("isinstance"), asking("is")}
COLLECTING = {"append", "appendleft", "add", "extend", "insert", "update", "setdefault", "write"}


class Vacuous(BaseException):
    """Ends the second run."""


class Probe:
    def __init__(self):
        self.found = ""
        self.substance = 0  # results that are not empty, or whose emptiness was looked at
        self.looked = 0     # looks at the size of an empty array
        self.unseen = 0     # empty results that were only gone through
        self.given = []     # arguments of calls: what results go along with, not what is expected

    def vacuous(self, what):
        self.found = self.found or what
        raise Vacuous(what)

    def give_up(self):
        """This run is not the one that passed."""
        self.substance += 1
        raise Vacuous()

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
        return self.watched(value)

    def is_given(self, x, copies=False):
        return any(x is each or (copies and type(x) in SEQUENCES and type(each) is type(x) and x == each)
                   for each in self.given)

    def instrument(self, tree, ast, namespace, bound):
        """Has the tests call our zip() and what keeps results apart from the tests' own lists."""
        ours = {"zip": self.zip, "sorted": self.like(sorted, list), "list": self.like(list, list),
                "tuple": self.like(tuple, tuple), "reversed": self.like(reversed, list)}
        ours = {name: function for name, function in ours.items() if name not in bound}
        for name, function in {**ours, "call": self.called, "seen": self.seen, "made": self.made,
                               "unseen": lambda: self.unseen, "zip_all": self.zip_all}.items():
            namespace["__assay_%s__" % name] = function

        def name(text, node):
            made = ast.Name(id="__assay_%s__" % text, ctx=ast.Load())
            place_like(made, node)
            return made

        def call(text, node, *arguments):
            made = ast.Call(func=name(text, node), args=list(arguments), keywords=[])
            place_like(made, node)
            return made

        def mended(node):
            kind = type(node)
            if kind in (ast.ListComp, ast.SetComp, ast.DictComp):
                return call("made", node, call("unseen", node), node)
            if kind is ast.Starred and type(node.ctx) is ast.Load:
                node.value = call("seen", node, node.value)
            elif kind in (ast.AugAssign, ast.YieldFrom):
                node.value = call("seen", node, node.value)
            elif kind is ast.Dict:
                node.values = [call("seen", v, v) if k is None else v
                               for k, v in zip(node.keys, node.values)]
            elif kind is ast.keyword and node.arg is None:
                node.value = call("seen", node.value, node.value)
            elif kind is ast.For and collects(node, ast):
                node.iter = call("seen", node.iter, node.iter)
            elif kind is ast.Call:
                function = node.func.id if type(node.func) is ast.Name else ""
                if function in ours:
                    whole = function == "zip" and id(node) not in repeated and any(
                        type(a) in (ast.List, ast.Tuple) for a in node.args)
                    node.func = name("zip_all" if whole else function, node.func)
                elif function not in ONLY_GO_THROUGH and (node.args or node.keywords):
                    node.args.insert(0, node.func)
                    node.func = name("call", node)
            return node

        repeated = {id(n) for loop in walk(tree) for part in repeated_parts(loop, ast) for n in walk(part)}
        for node in reversed(list(walk(tree))):  # what is within a node before the node itself
            for field in node._fields:
                child = getattr(node, field, None)
                if isinstance(child, list):
                    child[:] = [mended(c) if hasattr(c, "_fields") else c for c in child]
                elif hasattr(child, "_fields"):
                    setattr(node, field, mended(child))

    def called(self, *given, **named):
        """A call of the tests. What it makes of a result (set, sum, join) has looked at it; numpy
        makes an array of it, which is watched on, and so is what numpy makes of that."""
        function, *arguments = given
        if not is_of_numpy(function):
            arguments = list(map(self.seen, arguments))
            return function(*arguments, **{name: self.seen(x) for name, x in named.items()})
        if not any(map(self.holds_nothing, [*arguments, *named.values()])):
            return function(*arguments, **named)
        made = function(*map(self.as_array, arguments),
                        **{name: self.as_array(x) for name, x in named.items()})
        return watched_array(self, made) if is_array(made) and is_hollow(made) else made

    def seen(self, x):
        if type(x) in WATCHED:
            self.substance += 1
        return self.drawn(x) if type(x) in ITERATORS else x

    def drawn(self, items):
        """Who takes items until there are no more has seen that there were none."""
        empty = True
        for item in items:
            empty = False
            yield item
        if empty:
            self.substance += 1

    def made(self, unseen, x):
        """What the tests made of an empty result is watched in its place."""
        return x if x or unseen == self.unseen else self.watched(x)

    def watched(self, x):
        result = WATCHED_KINDS[type(x)](x)
        result.probe = self
        return result

    def type(self, *arguments):
        kind = type(*arguments)
        return type(unwatched(arguments[0])) if kind in WATCHED else kind

    def holds_nothing(self, x, depth=4):
        """Whether x is a watched result of which numpy makes an empty array, or holds such a one."""
        if type(x) in WATCHED or hasattr(type(x), "assay_probe"):
            return is_hollow(x)
        return bool(depth) and type(x) in SEQUENCES and any(
            self.holds_nothing(item, depth - 1) for item in x[:MAX_RESULTS_IN_A_LIST])

    def as_array(self, x):
        if self.holds_nothing(x) and is_hollow(x):
            return watched_array(self, numpy_module().asarray(bare(x)))
        return x

    def like(self, function, kind):
        def made(*arguments, **named):
            source = arguments[0] if arguments else None
            if type(source) not in WATCHED:
                items = function(*arguments, **named)
                hollow = type(source) in ITERATORS and type(items) in CONTAINERS and not items
                return self.watched(items) if hollow else items
            plain = list.__iter__(source) if issubclass(type(source), list) else iter(source)
            if function is reversed:
                plain = list(plain)
            items = function(plain, *arguments[1:], **named)
            return self.watched(kind(items))
        return made

    def zip_all(self, *sources, **named):
        return self.zip(*sources, **named, whole=True)

    def zip(self, *sources, whole=False, **named):
        """`whole`: the tests write down what they expect right here. What has a name may be a table
        that is longer than any result."""
        watched = [type(s) in WATCHED or type(s) is Remote or (is_array(s) and hasattr(s, "assay_probe"))
                   for s in sources]
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
                    if watched[i] and (whole or not rows):
                        self.check_left(sources, watched, rows, whole)
                    return
            rows += 1
            yield tuple(row)

    def check_left(self, sources, watched, rows, whole):
        for source, ours in zip(sources, watched):
            own = type(source) in SEQUENCES or is_array(source)
            if own and not ours and len(source) > rows and not self.is_given(source, not whole):
                self.vacuous("a result ends after %d items, and the tests have %d to compare" % (
                    rows, len(source)))


def collects(loop, ast):
    """Whether a loop makes something of the items that is looked at after it."""
    nodes = [n for statement in loop.body for n in walk(statement)]
    for node in nodes:
        kind = type(node)
        if kind in (ast.AugAssign, ast.Yield, ast.YieldFrom, ast.Delete):
            return True
        if kind is ast.Attribute and node.attr in COLLECTING:
            return True
        if kind is ast.Assign and any(type(t) is ast.Subscript for t in node.targets):
            return True
    return not any(type(n) is ast.Assert for n in nodes) and any(
        type(n) is ast.Assign and type(n.value) is not ast.Constant for n in nodes)


def repeated_parts(loop, ast):
    kind = type(loop)
    if kind in (ast.For, ast.While):
        return loop.body
    if kind is ast.DictComp:
        return [loop.key, loop.value, *loop.generators[1:]]
    if kind in (ast.ListComp, ast.SetComp, ast.GeneratorExp):
        return [loop.elt, *loop.generators[1:]]
    return []


def find_vacuity(session, request):
    """Why the pass rests on nothing, or an empty text."""
    import _signal
    used = cpu_seconds()
    # A program that sends much doesn't get past this; sent twice, it may exceed the limits.
    if used - session.exchange_s > PROBE_SECONDS:
        return ""

    def passed(*_):
        conclude(("status", "passed"), ("count", len(session.ops)))

    # The tests may wait for what the second run doesn't bring.
    _signal.signal(_signal.SIGPROF, passed)
    _signal.setitimer(_signal.ITIMER_PROF, 2 * used + 1)
    make_watched_kinds()
    probed = Session(session.performed, session.lines)
    probed.kept = session.kept
    probe = probed.probe = Probe()
    whole = True
    try:
        run_test_text(probed, request)
    except BaseException:
        whole = False
    _signal.setitimer(_signal.ITIMER_PROF, 0)
    if probe.found:
        return probe.found
    if whole and probe.unseen and not probe.substance:
        return "every result is empty, and nothing of any was looked at"
    return ""
