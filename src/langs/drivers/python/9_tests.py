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
MAX_DEPENDENT = 3       # operations whose arguments are computed from results: each costs a round

# Tests that use these look into the process they share with the candidate.
SHARED_PROCESS_NAMES = {
    "globals", "locals", "vars", "eval", "exec", "compile", "inspect", "importlib", "__import__",
    "redirect_stdout", "redirect_stderr", "patch", "mock", "monkeypatch", "capsys", "input",
    "asyncio", "threading", "signal", "gc", "tracemalloc", "dis", "ast"}
SHARED_PROCESS_ATTRIBUTES = {
    "stdout", "stderr", "stdin", "modules", "getsource", "__dict__", "__code__", "__globals__",
    "__annotations__", "__defaults__", "setattr", "cache_info", "cache_clear"}
CANDIDATE_MODULES = {"main", "__main__", "solution", "candidate"}
WRAPPERS = {"set", "sorted", "list", "tuple", "dict", "abs", "round", "len", "str", "int", "float",
            "bool", "all", "any", "isinstance", "next", "iter", "map", "print", "type", "frozenset"}


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


# ---- what the test text is ----

def walk(node):
    todo = [node]
    while todo:
        node = todo.pop()
        yield node
        for field in node._fields:
            child = getattr(node, field, None)
            if isinstance(child, list):
                todo += [c for c in child if hasattr(c, "_fields")]
            elif hasattr(child, "_fields"):
                todo.append(child)


def check_separable(tree, ast):
    for node in walk(tree):
        kind = type(node)
        if kind is ast.Name and node.id in SHARED_PROCESS_NAMES:
            needs_one_process("the tests use " + node.id)
        elif kind is ast.Attribute and node.attr in SHARED_PROCESS_ATTRIBUTES:
            needs_one_process("the tests use ." + node.attr)
        elif kind is ast.Import and any(a.name in CANDIDATE_MODULES for a in node.names):
            needs_one_process("the tests import the program")
        elif kind is ast.ImportFrom and node.module in CANDIDATE_MODULES:
            needs_one_process("the tests import the program")
        elif kind in (ast.Await, ast.AsyncFunctionDef, ast.Global):
            needs_one_process("the tests use %s" % kind.__name__)


def test_imports(tree, ast):
    """[[names], statement] of the imports at the top, for the candidate's process."""
    for node in tree.body:
        if type(node) is ast.Import:
            for a in node.names:
                name = a.asname or a.name.split(".")[0]
                yield [name], "import %s%s" % (a.name, " as " + a.asname if a.asname else "")
        elif type(node) is ast.ImportFrom and not node.level and node.module != "__future__":
            for a in node.names:
                if a.name != "*":
                    yield [a.asname or a.name], "from %s import %s as %s" % (
                        node.module, a.name, a.asname or a.name)


def called_name(node, ast):
    """The function a test's expression is about: the first call on the left within wrappers."""
    while True:
        kind = type(node)
        if kind is ast.Compare:
            node = node.left
        elif kind is ast.UnaryOp:
            node = node.operand
        elif kind is ast.BinOp:
            node = node.left
        elif kind is ast.Call and type(node.func) is ast.Name:
            inner = node.args[0] if node.args else None
            if node.func.id in WRAPPERS and type(inner) is ast.Call:
                node = inner
            else:
                return node.func.id
        else:
            return None


def hidden_builtins(tree, ast, builtins):
    """Functions under test that bear a built-in name: only where every assert is about them and
    nothing else is called."""
    names = {called_name(n.test, ast) for n in walk(tree) if type(n) is ast.Assert}
    return names if len(names) == 1 and names <= builtins else set()


def value_names(tree, ast, names):
    """Which of the names are used as values, rather than called, passed on or asked for attributes."""
    plain = set()
    for node in walk(tree):
        kind = type(node)
        if kind is ast.Call:
            parts = [node.func] + node.args + [k.value for k in node.keywords]
        elif kind is ast.Attribute:
            parts = [node.value]
        elif kind is ast.Assign:
            parts = [node.value]
        else:
            continue
        plain.update(id(p) for p in parts if type(p) is ast.Name)
    return {n.id for n in walk(tree) if type(n) is ast.Name and n.id in names and id(n) not in plain}


def forgiving(tree, ast):
    """Lets the run go on after a statement that fails for want of a real result."""
    def name(text, context):
        return ast.Name(id=text, ctx=context)

    def call(text):
        return ast.Expr(ast.Call(func=name(text, ast.Load()), args=[], keywords=[]))

    def wrap(node):
        # __assay_go_on__() raises again unless the run only collects.
        body = [call("__assay_go_on__")]
        if type(node) is ast.Assign:
            for target in node.targets:
                for leaf in walk(target):
                    if type(leaf) is ast.Name and type(leaf.ctx) is ast.Store:
                        body.append(ast.Assign(
                            targets=[name(leaf.id, ast.Store())],
                            value=ast.Call(func=name("__assay_unknown__", ast.Load()), args=[],
                                           keywords=[])))
        handler = ast.ExceptHandler(type=name("__assay_any__", ast.Load()), name=None, body=body)
        wrapped = ast.Try(body=[node], handlers=[handler], orelse=[], finalbody=[])
        place_like(wrapped, node)
        return wrapped

    kinds = (ast.Assert, ast.Expr, ast.Assign, ast.AugAssign, ast.With)
    todo = [tree]
    while todo:
        node = todo.pop()
        for field in ("body", "orelse", "finalbody", "handlers"):
            block = getattr(node, field, None)
            if not isinstance(block, list):
                continue
            todo += block
            first = 1 if block and type(block[0]) is ast.Expr and type(
                block[0].value) is ast.Constant else 0
            if any(type(n) is ast.ImportFrom and n.module == "__future__" for n in block):
                continue
            block[first:] = [wrap(n) if type(n) in kinds else n for n in block[first:]]


# What ends an iteration without a word, when a function that map() or next() calls raises it.
ENDS_ITERATION = (StopIteration, StopAsyncIteration, GeneratorExit)
ENDING_NAMES = {kind.__name__ for kind in ENDS_ITERATION}


def mark_expected_ends(tree, ast):
    """Statements that ask for such an exception by name get it: they say so while they run."""
    def names_one(*nodes):
        return any(type(n) is ast.Name and n.id in ENDING_NAMES
                   for node in nodes if node is not None for n in walk(node))

    def asks(node):
        kind = type(node)
        if kind is ast.Try:
            return names_one(*[h.type for h in node.handlers])
        if kind is ast.With:
            return names_one(*[item.context_expr for item in node.items])
        return kind is ast.Expr and type(node.value) is ast.Call and names_one(*node.value.args)

    def call(text):
        return ast.Expr(ast.Call(func=ast.Name(id=text, ctx=ast.Load()), args=[], keywords=[]))

    def wrap(node):
        wrapped = ast.Try(body=[call("__assay_expect__"), node], handlers=[], orelse=[],
                          finalbody=[call("__assay_expected__")])
        place_like(wrapped, node)
        return wrapped

    todo = [tree]
    while todo:
        node = todo.pop()
        for field in ("body", "orelse", "finalbody", "handlers"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                todo += block
                block[:] = [wrap(n) if asks(n) else n for n in block]


def place_like(made, node):
    """Gives the nodes that have no place in the text that of a node which has."""
    for new in walk(made):
        if "lineno" in new._attributes and not hasattr(new, "lineno"):
            new.lineno, new.col_offset = node.lineno, node.col_offset
            new.end_lineno, new.end_col_offset = node.end_lineno, node.end_col_offset


# ---- stand-ins ----

class Placeholder:
    """A result that is not known yet: agrees with everything."""
    __slots__ = ("_assay_session", "_assay_op", "_assay_is_member")

    def __init__(self, session, op=None, is_member=False):
        self._assay_session, self._assay_op, self._assay_is_member = session, op, is_member

    def __call__(self, *arguments, **named):
        if self._assay_is_member:
            return self._assay_session.call('{"$ref":%d}' % self._assay_op, arguments, named)
        return self.__derived()

    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        if self._assay_is_member:
            session = self._assay_session
            return session.do("get", '{"$ref":%d}' % self._assay_op, session.write(name))
        return self.__derived()

    def __setattr__(self, name, value):
        if name[:7] == "_assay_":
            object.__setattr__(self, name, value)
        elif self._assay_is_member:
            write = self._assay_session.write
            self._assay_session.do("set", '{"$ref":%d}' % self._assay_op, write(name), write(value))

    def __derived(self, *_):
        self._assay_session.guess()
        return Placeholder(self._assay_session)

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __derived
    __add__ = __sub__ = __mul__ = __truediv__ = __floordiv__ = __mod__ = __pow__ = __derived
    __radd__ = __rsub__ = __rmul__ = __rtruediv__ = __rfloordiv__ = __rmod__ = __rpow__ = __derived
    __and__ = __or__ = __xor__ = __lshift__ = __rshift__ = __matmul__ = __derived
    __rand__ = __ror__ = __rxor__ = __neg__ = __pos__ = __abs__ = __invert__ = __derived
    __getitem__ = __round__ = __enter__ = __derived

    def __hash__(self):
        return 0

    def __bool__(self):
        self._assay_session.guess()
        return True

    __contains__ = __bool__

    def __len__(self):
        self._assay_session.guess()
        return 0

    __int__ = __index__ = __len__

    def __float__(self):
        return 0.0

    def __str__(self):
        return ""

    def __iter__(self):
        self._assay_session.guess()
        return iter(())

    def __exit__(self, *_):
        return False


class Remote:
    """Something of the candidate's process that is not plain data: what is done to it is done there.
    Comparing it with anything of ours is decided here and finds it different."""
    __slots__ = ("_assay_session", "_assay_text", "_assay_key")

    def __init__(self, session, text, key):
        for name, value in zip(Remote.__slots__, (session, text, key)):
            object.__setattr__(self, name, value)

    def __do(self, op, *operands):
        return self._assay_session.do(op, self._assay_text, *operands)

    def __call__(self, *arguments, **named):
        return self._assay_session.call(self._assay_text, arguments, named)

    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        return self.__do("get", self._assay_session.write(name))

    def __setattr__(self, name, value):
        write = self._assay_session.write
        self.__do("set", write(name), write(value))

    def __getitem__(self, key):
        return self.__do("item", self._assay_session.write(key))

    def __setitem__(self, key, value):
        write = self._assay_session.write
        self.__do("setitem", write(key), write(value))

    def __eq__(self, other):
        if type(other) is not Remote:
            return False
        return self is other or self._assay_key == other._assay_key or bool(
            self.__do("equal", other._assay_text))

    def __hash__(self):
        return hash(self._assay_key)

    def __contains__(self, item):
        return any(item is x or item == x for x in self)

    def __iter__(self):
        return iter(self.__do("iter"))

    def __bool__(self):
        return True

    def __len__(self):
        return self.__do("len")

    def __next__(self):
        return self.__do("next")

    def __str__(self):
        return self.__do("str")

    def __repr__(self):
        return self.__do("repr")

    def __int__(self):
        return self.__do("int")

    def __float__(self):
        return self.__do("float")

    def __array__(self, dtype=None, copy=None):
        """For numpy. What has no items, or others than plain ones, is one thing that equals nothing:
        numpy would spread what the tests expect over no items."""
        numpy = numpy_module()
        made = None if self._assay_session.reading else self.__do("array")
        if type(made) is Placeholder:
            return numpy.array([])
        if is_array(made) and made.size and made.dtype != object:
            return made if dtype is None else made.astype(dtype)
        whole = numpy.empty((), object)
        whole[()] = self
        return whole


# ---- the run ----

def cpu_seconds():
    import time
    return time.process_time()


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
        self.expected_ends = 0  # statements under way that ask for an end of iteration by name
        self.probe = None       # see 11_vacuity.py
        self.pairs = False      # the tests use zip()
        self.doubtful = False   # a pass may rest on nothing
        self.setup = ""
        self.imports = []
        self.write = Writer(self.live)
        self.read = Reader(self.resolve)
        self.raw = json_scanner(None)

    def live(self, x):
        kind = type(x)
        if self.probe is not None and kind in WATCHED:
            return self.write(unwatched(x))
        if kind is Remote:
            return x._assay_text
        if kind is Placeholder:
            if x._assay_op is None:
                return '{"$later":0}'
            return '{"$ref":%d}' % x._assay_op
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
        if tag != "$h" or type(x[0]) is not int or type(x[1]) is not str:
            raise ValueError("unknown tag")
        return Remote(self, '{"$h":%d}' % x[0], x[0])

    def guess(self):
        self.guesses += 1
        if self.guesses > MAX_GUESSES:
            self.ask()

    def ask(self):
        from _json import encode_basestring_ascii as string
        imports = ",".join("[[%s],%s]" % (string(names[0]), string(text))
                           for names, text in self.imports)
        text = '{"setup":%s,"imports":[%s],"ops":[%s]}' % (
            string(self.setup), imports, ",".join(map(string, self.ops)))
        conclude(("status", "calls"), ("count", len(self.ops)), ("settled", self.settled),
                 ("calls", text))

    def call(self, function, arguments, named):
        write, start = self.write, cpu_seconds()
        texts = ",".join(map(write, arguments))
        named_texts = ",".join("[%s,%s]" % (write(k), write(v)) for k, v in named.items())
        self.exchange_s += cpu_seconds() - start
        return self.do("call", function, "[%s]" % texts, '{"$d":[%s]}' % named_texts,
                       arguments=arguments)

    def do(self, op, *operands, arguments=()):
        text = '["%s",%s]' % (op, ",".join(operands))
        number = len(self.ops)
        if self.collecting and '{"$later":0}' in text:
            self.dependent += 1
            if not self.performed and self.dependent > MAX_DEPENDENT:
                needs_one_process("many arguments are computed from results")
            return Placeholder(self)
        self.ops.append(text)
        if not self.collecting:
            start = cpu_seconds()
            try:
                if number < len(self.performed) and self.same(self.performed[number], text):
                    self.settled = number + 1
                    return self.result(number, op, arguments)
            finally:
                self.exchange_s += cpu_seconds() - start
            if self.probe is not None:
                self.probe.give_up()
            self.collecting = True
        if number + 1 >= MAX_OPS:
            self.ask()
        if op == "call" and operands[0][:5] == '{"$g"' and operands[0][6:7].isupper():
            return Remote(self, '{"$ref":%d}' % number, ("ref", number))
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
                line = self.raw(self.lines[performed["$ref"]])
                return line[0] == "v" and line[1] == actual
            except (ValueError, LookupError, TypeError, RecursionError):
                return False
        if type(performed) is not type(actual) or type(performed) not in (list, dict):
            return False
        if len(performed) != len(actual):
            return False
        if type(performed) is dict:
            return all(k in actual and self.alike(v, actual[k]) for k, v in performed.items())
        return all(map(self.alike, performed, actual))

    def result(self, number, op, arguments):
        if number >= len(self.lines):
            conclude(("status", "missing"), ("count", number))
        self.reading = True
        try:
            line = self.read.parse(self.lines[number])
            if line[0] == "x":
                error = rebuilt(line)
            elif line[0] == "v":
                error, value = None, line[1]
                changes = [(arguments[i], new) for i, new in line[2]] if len(line) > 2 else ()
            else:
                raise ValueError("unknown result")
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
        if type(value) is Remote:  # named by where it came from, as a placeholder is
            value = Remote(self, '{"$ref":%d}' % number, value._assay_key)
        for old, new in changes:
            follow(old, new)
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


def follow(old, new):
    """Changes an argument as the candidate changed its copy."""
    kind = type(old)
    if kind is list and type(new) is list:
        keep = len(old) == len(new)
        for i, item in enumerate(new):
            if keep and type(old[i]) in (list, dict, set) and type(item) is type(old[i]):
                follow(old[i], item)
                new[i] = old[i]
        old[:] = new
    elif isinstance(old, (dict, set)) and isinstance(new, (dict, set)):
        old.clear()
        old.update(new)
    elif kind is bytearray and type(new) is bytearray:
        old[:] = new
    elif hasattr(old, "extendleft") and hasattr(new, "extendleft"):
        old.clear()
        old.extend(new)
    elif kind is tuple and type(new) is tuple:
        for before, after in zip(old, new):
            follow(before, after)


def run_tests():
    request = json_scanner(None)(read_stdin().decode("utf-8").strip())
    ops = json_scanner(None)(request["ops"])["ops"] if request["ops"] else []
    session = Session(ops, request["results"])
    try:
        run_test_text(session, request)
    except BaseException as error:
        if session.collecting:
            session.ask()
        kind = "assertion" if issubclass(type(error), AssertionError) else "exception"
        name, message = describe(error)
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
    known = set(bound) | builtins | {"__name__", "__file__", "__doc__", "np", "numpy"}
    for module in ASSERT_STARS:
        known.update(STAR_NAMES[module].split())
    known.update(ASSERT_PLAIN)
    remote = {function} if function else used - known
    if function:
        remote |= used - known
    elif not remote:
        remote = hidden_builtins(tree, ast, builtins)
        if not remote:
            needs_one_process("the tests name nothing that only the program can define")
    apply_prelude(namespace, texts, ASSERT_STARS, ASSERT_PLAIN)
    offer_numpy(namespace, used)
    exec(compile(setup, "<setup>", "exec"), namespace)
    as_values = value_names(tree, ast, remote)
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
        if name not in namespace or name == function or name in builtins:
            namespace[name] = Remote(session, text, ("name", name))
    for name in sorted(as_values):
        namespace[name] = session.do("value", '{"$g":%s}' % session.write.string(name))
    if b"random" in test.encode("utf-8", "replace"):
        seed_random(namespace)
    candidate = namespace.get(function) if function else None
    before = namespace.get("check")
    exec(compile(tree, "<test>", "exec"), namespace)
    if function:
        check = namespace.get("check")
        if check is before:
            raise NameError("the test text defines no check()")
        check(candidate)


def seed_random(namespace):
    """Every run of one test text draws the same numbers, so that its operations are the same."""
    import random
    random.seed(20240607)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(20240607)
