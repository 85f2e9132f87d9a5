# ---- the tests' side of separated asserts ----
#
#   assay_driver.py tests <function>   {"setup","test","function","ops","results","clean"} from stdin
#
# Runs the test text. What it does to the candidate is an operation: its result is taken from those
# given, as long as the operations are those that were performed. From the first other one on it
# only collects: results are placeholders, failing statements are passed over, and the reply asks
# for the operations met. A pass therefore rests on real results alone.

MAX_OPS = 20000
MAX_GUESSES = 200000    # uses of placeholders in one run: a loop may wait for a real result
TRUTHS_IN_A_ROW = 12    # guessed of what is not known, before one is guessed false: each may be a call
                        # whose result is ten times as long as the one before
MAX_EXPECTED = 200      # values that are looked for in the operations after them…
MIN_EXPECTED_BYTES = 5  # …so long that a program learns something by them: "101", [1,2], 1000.5
MAX_EXPECTED_BYTES = 10000
EXPECTED = {int, float, complex, str, bytes, list, tuple, dict, set}
MAX_CUT_AT = 400        # operations; after that a round for each would take too long
MAX_LENT = 64           # arguments that objects may keep, compared before each later operation
MAX_LENT_BYTES = 4 << 20  # of their texts, all together
MAX_DEPENDENT = 3       # operations whose arguments are computed from results: each costs a round
# Containers that a class of the program's may derive from.
BASES = {kind.__name__: kind for kind in (list, dict, tuple, set, frozenset)}


def conclude(*members):
    """Ends the run with the reply {name: text of value, …}."""
    from _json import encode_basestring_ascii as string
    parts = []
    for name, value in members:
        parts += [",", string(name), ":", string(value) if type(value) is str else str(value)]
    reply(["{"] + parts[1:] + ["}"])
    finish(0)


def needs_one_process(why):
    conclude(("status", "live"), ("message", why))


# ---- the run ----

class Session:
    def __init__(self, ops, results):
        self.performed = ops
        self.lines = results
        self.ops = []
        self.collecting = False
        self.settled = 0        # operations whose results were there
        self.guesses = 0
        self.dependent = 0
        self.exchange_s = 0.0   # CPU time for what goes over and comes back, not the tests' own
        self.reading = False    # a result is being taken apart
        self.expected = set()   # texts of what results that aren't there yet are compared with
        self.cut = None         # operations from here on are for a later round
        self.expected_ends = 0  # statements under way that ask for an end of iteration by name
        self.probe = None       # see 15_vacuity.py
        self.pairs = False      # the tests use zip()
        self.doubtful = False   # a pass may rest on nothing
        self.remotes = {}       # by handle: one object there is one here
        self.container_classes = set()  # of the program's, that derive from one
        self.truths = 0         # guessed
        self.members = {}       # names of what the tests ask results for
        self.objects = set()    # names of the program's whose results have members
        self.mixed = set()      # names of those that met values of the tests in an operator
        self.setup = ""
        self.offered_calls = set()  # names that Python offers and the tests call, but for the usual tools
        self.imports = []
        self.atom_classes = {}  # see atom()
        self.kept = set()       # operations whose results are objects to the tests, whatever they derive from
        self.given = []         # to each operation: [(arguments, named arguments)]
        self.values = {}        # by operation: its result, where the program can change it
        self.places = {}        # by id: text of where the program has what is in `given` or `values`
        self.synced = {}        # by id: Watched of what the program has as it is here
        self.lent = []          # in step 1, to objects: [(argument, its text)]
        self.to_lend = MAX_LENT_BYTES
        self.changed = set()    # operations whose results the tests changed; None: of an object
        self.write = TestsWriter(self.live)
        self.read = Reader(self.resolve)
        self.raw = json_scanner(None)

    def live(self, x):
        kind = type(x)
        if self.probe is not None and kind in WATCHED:
            return self.write(unwatched(x))
        if kind is Remote:
            return x._assay_text
        if vars(kind).get("_assay_own") is not None:
            return x._assay_own._assay_text
        if kind is Placeholder:
            if x._assay_op is None:
                return '{"$later":0}'
            return '{"$ref":%d}' % x._assay_op
        if kind is slice:
            return '{"$slice":%s}' % self.write([x.start, x.stop, x.step])
        name, module = getattr(x, "__name__", None), getattr(x, "__module__", None)
        if kind is type(len) and module in ("builtins", "math", "_operator"):
            module = "operator" if module == "_operator" else module
            return '{"$fn":["%s","%s"]}' % (module, name)
        if isinstance(x, type):
            name = "class " + x.__name__
        elif kind is type(lambda: 0):
            name = "a function"
        else:
            name = "a " + kind.__name__
        if self.probe is not None:
            self.probe.give_up()
        if self.performed:
            # What a candidate returned must not talk the tests into its own process.
            conclude(("status", "failed"), ("kind", "exception"), ("type", "TypeError"),
                     ("message", "the tests pass %s to the program after its results" % name))
        needs_one_process("the tests pass %s to the program" % name)

    def resolve(self, tag, x):
        if tag == "$more" and type(x) is int:
            return Remote(self, '{"$h":%d}' % x, x)
        if tag != "$h" or type(x[0]) is not int or type(x[1]) is not str:
            raise ValueError("unknown tag")
        if len(x) > 3:
            if type(x[0]) is not int or type(x[3]) not in ATOMS or type(x[3]).__name__ != x[2]:
                raise ValueError("an object that is no value")
            if x[0] not in self.remotes:
                self.remotes[x[0]] = atom(self, x[0], x[1], x[3], list(map(str, x[4])))
            return self.remotes[x[0]]
        # An object that the tests made, or one of its class: nothing else is taken for a container.
        if (makes(self.ops[-1]) or len(self.ops) - 1 in self.kept) and x[2] in BASES:
            self.container_classes.add(x[1])
        kind = BASES.get(x[2]) if x[1] in self.container_classes else None
        # One object there is one here, so that `is` says what it would in one process.
        return self.remotes.setdefault(x[0], Remote(self, '{"$h":%d}' % x[0], x[0], kind))

    def guess(self):
        self.guesses += 1
        if self.guesses > MAX_GUESSES:
            self.ask()

    def guess_truth(self):
        """True, but for once in a while, so that `while stack:` comes to an end."""
        self.guess()
        self.truths += 1
        return self.truths % TRUTHS_IN_A_ROW != 0

    def ask(self):
        mixed = sorted(str(key) for key in self.objects & self.mixed if self.is_object(key))
        if mixed and not self.performed:
            needs_one_process("the tests compare or reckon with %s objects and values of their own"
                              % ("a function's" if mixed[0].isdigit() else mixed[0]))
        from _json import encode_basestring_ascii as string
        imports = ",".join("[[%s],%s]" % (",".join(map(string, names)), string(text))
                           for names, text in self.imports)
        ops = self.ops[:self.cut]
        text = '{"setup":%s,"imports":[%s],"kept":[%s],"ops":[%s]}' % (
            string(self.setup), imports, ",".join(map(str, sorted(self.kept))),
            ",".join(map(string, ops)))
        conclude(("status", "calls"), ("count", len(ops)), ("settled", self.settled),
                 ("calls", text))

    def expects(self, value):
        """The tests compare a result that isn't there yet with a value of theirs."""
        if len(self.expected) < MAX_EXPECTED and type(value) in EXPECTED:
            text = self.write(value)
            if MIN_EXPECTED_BYTES <= len(text) <= MAX_EXPECTED_BYTES:
                self.expected.add(text)

    def shows_what_is_expected(self, text):
        """Whether an operation has in it what one before it is to give: `encode("hello") == "ifmmp"` and
        then `decode("ifmmp")`. The program's process holds all operations of a round, and what it has
        answered in one it can't take back in the next."""
        return self.cut is None and len(self.ops) < MAX_CUT_AT and any(
            expected in text for expected in self.expected)

    def has_member(self, key, name):
        """The tests ask for a member that no plain value has. `key`: the class that was called, or the
        operation that gave it."""
        self.objects.add(key)
        self.members.setdefault(key, set()).add(name)
        if type(key) is int:
            self.kept.add(key)

    def is_object(self, key):
        """Whether the members that the tests use are no value's of the library, either."""
        return type(key) is str or key is not None and not self.members[key] <= library_members()

    def call(self, function, arguments, named):
        write, start = self.write, cpu_seconds()
        places = {}
        texts = ",".join('{"$twin":%d}' % places[id(x)] if type(x) in NESTED and id(x) in places else
                         (places.setdefault(id(x), i), self.argument(x))[1] for i, x in enumerate(arguments))
        named_texts = ",".join("[%s,%s]" % (write(k), write(v)) for k, v in named.items())
        self.exchange_s += cpu_seconds() - start
        number = len(self.ops)
        made = self.do("call", function, "[%s]" % texts, '{"$d":[%s]}' % named_texts,
                       given=(arguments, named))
        if not self.performed and len(self.ops) > number and remembers(self.ops[number]):
            self.lend([*arguments, *named.values()])
        return made

    def argument(self, x):
        """Text of an argument: of a list, dictionary or set that the program has as it is here, its place
        there. What the program changes is no reason then to ask again."""
        if type(x) not in MUTABLE:
            return self.write(x)
        known = self.synced.get(id(x))
        if known is not None and id(x) in self.places and not known.is_changed():
            return self.places[id(x)]
        self.places.pop(id(x), None)  # from here on, the program has another one
        self.sync(x)
        return self.write(x)

    def sync(self, x):
        """Notes that the program has x as it is now."""
        known = Watched(0, 0, x)
        if all(type(item) in BARE or is_stand_in(item) for items in known.before for item in items):
            self.synced[id(x)] = known
        else:
            self.synced.pop(id(x), None)

    def lend(self, arguments):
        """Notes what an object of the program's may keep."""
        for x in arguments:
            if type(x) in MUTABLE and len(self.lent) < MAX_LENT:
                self.lent.append((x, self.write(x)))

    def tests_change(self, number, how):
        """The tests change a result. They have a copy; in one process the program may have given out what
        it keeps: an object by any method, a function by what it gives the same call again."""
        if self.performed or number is None:
            return
        if remembers(self.ops[number]):
            self.changed.add(None)
        elif how not in ("sort", "reverse"):
            self.changed.add(self.ops[number])

    def check_copies(self, text):
        """Before an operation in step 1: whether the program could meet what the tests changed."""
        if None in self.changed or text in self.changed:
            needs_one_process("the tests change what the program gave them, and go on using it")
        for x, before in self.lent:
            if self.to_lend < 0:
                return
            self.to_lend -= len(before)
            if self.write(x) != before:
                needs_one_process("the tests change what they gave the program, and go on using it")

    def place(self, x):
        """Text of what x is in the program's process; None where it isn't known there."""
        if type(x) is Placeholder:
            return None if x._assay_op is None else '{"$ref":%d}' % x._assay_op
        return x._assay_text if is_stand_in(x) else self.places.get(id(x))

    def seeds(self, module, seed):
        def both(*arguments):
            seed(*arguments)
            self.apply(module, "seed", *arguments)
        both.theirs = seed
        return both

    def apply(self, module, name, *arguments):
        """A function of the library, called where the program is."""
        return self.call('{"$fn":["%s","%s"]}' % (module, name), arguments, {})

    def do(self, op, *operands, given=((), {})):
        text = '["%s",%s]' % (op, ",".join(operands))
        number = len(self.ops)
        if not self.performed and (self.changed or self.lent):
            self.check_copies(text)
        if self.collecting and '{"$later":0}' in text:
            self.dependent += 1
            if not self.performed and self.dependent > MAX_DEPENDENT:
                needs_one_process("many arguments are computed from results")
            return Placeholder(self)
        if self.collecting and self.shows_what_is_expected(text):
            self.cut = number
        self.ops.append(text)
        self.given.append(given)
        for i, x in enumerate(given[0]):
            if type(x) in MUTABLE:
                if not self.performed and has_twins(x):
                    needs_one_process("the tests give the program one list at several places")
                self.places.setdefault(id(x), '{"$arg":[%d,%d]}' % (number, i))
        if not self.collecting:
            start = cpu_seconds()
            try:
                if number < len(self.performed) and self.same(self.performed[number], text):
                    self.settled = number + 1
                    self.ops[number] = self.performed[number]  # which names results, not what they are
                    return self.result(number, op, given[0])
            finally:
                self.exchange_s += cpu_seconds() - start
            if self.probe is not None:
                self.probe.give_up()
            self.collecting = True
        if number + 1 >= MAX_OPS:
            if not self.performed and len(set(self.ops)) > MAX_OPS // 2:
                needs_one_process("the tests ask the program for more than %d things" % MAX_OPS)
            self.ask()
        if makes(text):
            return Placeholder(self, number, True, self.raw(operands[0])["$g"])
        return Placeholder(self, number, op == "get")

    def same(self, performed, text):
        return performed == text or (
            '{"$ref":' in performed and self.alike(self.raw(performed), self.raw(text)))

    def alike(self, performed, actual):
        """Whether both mean the same: a reference stands for the result it refers to."""
        if performed == actual:
            return True
        if type(performed) is dict and "$ref" in performed:
            try:
                was, now = self.referred(performed), self.referred(actual)
                if type(was) is dict and type(now) is dict and "$h" in was and "$h" in now:
                    return self.handle(was) == self.handle(now)
                return was == now
            except (ValueError, LookupError, TypeError, RecursionError):
                return False
        if type(performed) is not type(actual) or type(performed) not in (list, dict):
            return False
        if len(performed) != len(actual):
            return False
        if type(performed) is dict:
            return all(k in actual and self.alike(v, actual[k]) for k, v in performed.items())
        return all(map(self.alike, performed, actual))

    def referred(self, value):
        """What a reference stands for. Raises ValueError where that is an exception."""
        if type(value) is not dict or "$ref" not in value:
            return value
        line = self.raw(self.lines[value["$ref"]])
        if line[0] != "v":
            raise ValueError("no value")
        return line[1]

    def handle(self, value):
        number = value["$h"]  # as it came, it has the name of its type beside it
        return number[0] if type(number) is list else number

    def result(self, number, op, arguments):
        if number >= len(self.lines):
            conclude(("status", "missing"), ("count", number))
        self.reading = True
        try:
            line = self.read.parse(self.lines[number])
            if line[0] not in ("v", "x"):
                raise ValueError("unknown result")
            moved, parts = (*line[2 if line[0] == "v" else 6:], [], [])[:2]
            for at, which, new, kept in moved:
                changed = self.there(number, at, which)
                renew(changed, new, kept)
                if id(changed) in self.synced:
                    self.sync(changed)
            error = rebuilt(line) if line[0] == "x" else None
            value = line[1]
            for path, at, which, below in parts:
                whole = value if (at, which) == (number, -1) else self.there(number, at, which)
                value = joined(value, path, dug(whole, below))
        except Exception as trouble:
            conclude(("status", "malformed"), ("message", "result %d: %s" % (number + 1, trouble)))
        finally:
            self.reading = False
        if error is not None:
            if op != "next" and not self.expected_ends and isinstance(error, ENDS_ITERATION):
                # As Python itself has it for generators: nothing that the program raises ends the
                # iteration of whoever calls it.
                raise RuntimeError("the program raised " + type(error).__name__) from error
            raise error
        if type(value) not in IMMUTABLE:
            self.values[number] = value
            self.places.setdefault(id(value), '{"$ref":%d}' % number)
            if type(value) in MUTABLE and id(value) not in self.synced:
                self.sync(value)
        if self.probe is not None and issubclass(type(value), TEXTS) and not value:
            value = value[:0] if type(value) in TEXTS else next(t for t in TEXTS if isinstance(value, t))()
        self.doubtful = self.doubtful or is_worth_watching(value, self.pairs)
        if self.probe is not None:
            if op in ("call", "iter") and is_sequence(value):
                return self.probe.watch(value, arguments)
            if op == "call" and type(value) is Remote:
                return value  # what is done with it counts
            if op == "array" and value is None:
                return value
            self.probe.substance += 1
            if is_array(value) and not value.size:  # an attribute, an item
                return watched_array(self.probe, value)
        return value

    def there(self, number, at, which):
        """What the tests have of what has changed where the program is."""
        if type(at) is not int or not 0 <= at <= number:
            raise ValueError("a change of what isn't there yet")
        if which == -1:
            return self.values[at]
        return self.given[at][type(which) is str][which]


class TestsWriter(Writer):
    """An object that is a number or a text, too, goes over as the object."""

    def other(self, x):
        return x._assay_text if is_stand_in(x) and type(x) is not Placeholder else Writer.other(self, x)


def library_members():
    """Names that the values have which go over as what they are."""
    import array, collections, datetime, decimal, fractions, pathlib, uuid
    kinds = [array.array, collections.deque, collections.Counter, collections.OrderedDict,
             collections.defaultdict, datetime.datetime, datetime.timedelta, decimal.Decimal,
             fractions.Fraction, pathlib.PosixPath, uuid.UUID, type(replayed([], "end"))]
    numpy = numpy_module()
    if numpy is not None:
        kinds += [numpy.ndarray, numpy.generic]
    return {"_replace", "_asdict", "_fields"}.union(*map(dir, kinds))


def has_twins(x):
    """Whether one container is at two places of x."""
    places = [id(item) for _, item in containers(x)]
    return len(set(places)) < len(places)


def remembers(op):
    """Whether an operation may make the program keep what it was given, or give out what it keeps: all
    but calls of what is named like a function."""
    return makes(op) or not op.startswith(CALL_BY_NAME)


def makes(op):
    """Whether an operation calls what bears the name of a class."""
    return op.startswith(CALL_BY_NAME) and op[len(CALL_BY_NAME):][:1].isupper()


CALL_BY_NAME = '["call",{"$g":"'


def run_tests():
    request = json_scanner(None)(read_stdin().decode("utf-8").strip())
    asked = json_scanner(None)(request["ops"]) if request["ops"] else {"ops": [], "kept": []}
    ops, kept = asked["ops"], asked["kept"]
    session = Session(ops, request["results"])
    session.kept.update(kept)
    try:
        run_test_text(session, request)
    except BaseException as error:
        if session.collecting:
            session.ask()
        kind = "assertion" if issubclass(type(error), AssertionError) else "exception"
        name, message = describe(error)
        if not session.performed and session.offered_calls:
            # Nothing of the program's has been asked for: what failed may be meant to be.
            needs_one_process("the tests may mean the program's own " + min(session.offered_calls))
        status = "failed" if session.ops else "broken"
        conclude(("status", status), ("kind", kind), ("type", name), ("message", message))
    if session.collecting:
        session.ask()
    if not session.ops:
        conclude(("status", "idle"))
    if len(session.ops) < len(session.performed) and not request["clean"]:
        session.ask()  # what the program did after the last operation that counts is not its fault
    vacuous = session.doubtful and find_vacuity(session, request)
    if vacuous:
        conclude(("status", "failed"), ("kind", "assertion"), ("type", "AssertionError"),
                 ("message", vacuous))
    conclude(("status", "passed"), ("count", len(session.ops)))


def run_test_text(session, request):
    import _ast as ast
    setup, test, function = request["setup"], request["test"], request["function"]
    only_ast = 0x400
    tree = compile(test, "<test>", "exec", only_ast)
    check_separable(tree, ast)
    session.setup = setup
    session.pairs = "zip" in test
    session.imports = list(test_imports(tree, ast))

    namespace = fresh_main()
    texts = [(setup, "<setup>"), (test, "<test>")]
    builtins = set(vars(sys.modules["builtins"]))
    used, bound = names_used(texts)
    offered = set(builtins)
    for module in ASSERT_STARS:
        offered.update(STAR_NAMES[module].split())
    known = set(bound) | offered | {"__name__", "__file__", "__doc__", "np", "numpy"}
    for names, _ in session.imports:
        known.update(names)
    known.update(ASSERT_PLAIN)
    remote = {function} if function else used - known
    hidden = set()
    if function:
        remote |= used - known
    else:
        hidden = hidden_beside(tree, ast, offered - set(bound))
        remote = remote | hidden or hidden_builtins(tree, ast, builtins)
        session.offered_calls = {
            n.func.id for n in walk(tree) if type(n) is ast.Call and type(n.func) is ast.Name and
            n.func.id in (offered | set(ASSERT_PLAIN)) - set(bound) - WRAPPERS - hidden}
        if not remote:
            needs_one_process("the tests name nothing that only the program can define")
    apply_prelude(namespace, texts, ASSERT_STARS, ASSERT_PLAIN)
    offer_numpy(namespace, used)
    exec(compile(setup, "<setup>", "exec"), namespace)
    if not session.performed:
        check_classes(tree, ast, remote)
    fetch_values(tree, ast, value_names(tree, ast, remote))
    ask_where_objects_are(tree, ast, bound)
    mark_expected_ends(tree, ast)
    if session.probe is not None:
        session.probe.instrument(tree, ast, namespace, bound)
    forgiving(tree, ast)

    def go_on():
        if not session.collecting:
            raise
        session.guess()

    def expect(change):
        session.expected_ends += change

    namespace["__assay_expect__"] = lambda: expect(1)
    namespace["__assay_expected__"] = lambda: expect(-1)

    namespace["__assay_go_on__"] = go_on
    namespace["__assay_any__"] = BaseException
    namespace["__assay_unknown__"] = lambda: Placeholder(session)
    for name in sorted(remote):
        text = '{"$g":%s}' % session.write.string(name)
        if name not in namespace or name == function or name in builtins or name in hidden:
            namespace[name] = Remote(session, text, ("name", name))
    namespace["__assay_value__"] = lambda name: session.do(
        "value", '{"$g":%s}' % session.write.string(name))
    namespace.update(questions(session))
    if b"random" in test.encode("utf-8", "replace"):
        seed_random(session)
    candidate = namespace.get(function) if function else None
    before = namespace.get("check")
    exec(compile(tree, "<test>", "exec"), namespace)
    if function:
        check = namespace.get("check")
        if check is before:
            raise NameError("the test text defines no check()")
        check(candidate)


def seed_random(session):
    """Every run of one test text draws the same numbers, so that its operations are the same. Where the
    tests seed, they mean the program's numbers, too."""
    import random
    random.seed(SEED)
    random.seed = session.seeds("random", getattr(random.seed, "theirs", random.seed))
    if "numpy" in sys.modules:
        numpy = sys.modules["numpy"].random
        numpy.seed(SEED)
        numpy.seed = session.seeds("numpy.random", getattr(numpy.seed, "theirs", numpy.seed))
