# ---- the candidate's side of separated asserts ----
#
#   assay_driver.py calls <function>   {"setup","imports","ops":[text, …]} from stdin
#
# Performs the operations that the tests' process asked for, in order and in one process, and answers
# each with one line. Knows nothing of what the tests expect.

def run_calls():
    request = json_scanner(None)(read_stdin().decode("utf-8").strip())
    code = read_code()
    namespace = fresh_main()
    try:
        texts = [(request["setup"], "<setup>"), (code, CODE_FILE)]
        used, _ = apply_prelude(namespace, texts, ASSERT_STARS, ASSERT_PLAIN)
        offer_numpy(namespace, used)
        draw_the_same(code)
        run_candidate([compile(text, filename, "exec") for text, filename in texts], namespace)
        offer_imports(namespace, used, request["imports"])
    except BaseException as error:
        kind = "assertion" if issubclass(type(error), AssertionError) else "exception"
        fail("failed", kind, error)
    performer = Performer(namespace, set(request["kept"]))
    told = False
    for op in request["ops"]:
        line, error = performer.line(op)
        if error is not None and not told:
            told = True
            print_traceback(error)
        reply([line, "\n"])
    finish(0)


def offer_numpy(namespace, used):
    if "np" in used or "numpy" in used:
        try:
            exec("import numpy, numpy as np", namespace)
        except ImportError:
            pass


def draw_the_same(code):
    """What the program draws is the same in each round, in which it is another process."""
    state = []

    def urandom(count):
        import random
        if not state:
            state.append(random.Random(SEED))
        return state[0].randbytes(count)

    import os
    os.urandom = urandom
    if b"random" in code or b"secrets" in code or b"tempfile" in code:
        import random
        plain = random.Random.seed

        def seed(self, a=None, *how):
            plain(self, int.from_bytes(urandom(16), "big") if a is None else a, *how)

        random.Random.seed = seed
        random.seed(SEED)
        random._urandom = urandom
        if b"numpy" in code:
            try:
                import numpy
                numpy.random.seed(SEED)
            except ImportError:
                pass


SEED = 20240607  # of all numbers that are drawn, on both sides


def offer_imports(namespace, used, imports):
    """What the tests import is there for the candidate's functions too, as in one process."""
    for names, statement in imports:
        if used.intersection(names) and not all(name in namespace for name in names):
            found = {}
            exec(statement, found)
            for name in names:
                if name in found:
                    namespace.setdefault(name, found[name])


class Twin:
    """An argument that is the same object as the one at that place."""

    def __init__(self, place):
        self.place = place


class Performer:
    def __init__(self, namespace, kept):
        self.namespace = namespace
        self.objects = kept  # operations whose results the tests ask for members
        self.results = []  # of each operation, alive
        self.handles = []  # what is not plain data, by number
        self.numbers = {}  # of a handle, by the object's id
        self.arguments = []  # of each operation
        self.write = Writer(self.live, own=True)
        self.flat = Writer(self.live)  # gives what `write` keeps here where it has a built-in base
        self.read = Reader(self.resolve)
        self.aliases = Aliases(self.write)

    def live(self, x, base="", more=()):
        number = self.numbers.setdefault(id(x), len(self.handles))
        if number == len(self.handles):
            self.handles.append(x)
        return '{"$h":[%s]}' % self.write.items([number, name_of(type(x)), base, *more])

    def keep_here(self, kind):
        """Tests that make an object of the program's class mean the object, whatever it derives from:
        its methods are here. So do tests that ask a result for what no built-in has."""
        base = built_in_base(kind)
        if base and kind not in self.write.exact:
            self.write.exact[kind] = lambda x: self.live(x, base)

    def resolve(self, tag, x):
        if tag == "$g":
            if x in self.namespace:
                return self.namespace[x]
            builtins = vars(sys.modules["builtins"])
            if x in builtins:
                return builtins[x]
            raise NameError("name %r is not defined" % x)
        if tag == "$ref":
            return self.results[x]
        if tag == "$more":
            return self.handles[x]
        if tag == "$twin":
            return Twin(x)
        if tag == "$arg":
            return self.arguments[x[0]][x[1]]
        if tag == "$h":
            return self.handles[x[0] if type(x) is list else x]  # a text of ours has its names, too
        if tag == "$slice":
            return slice(*x)
        if tag == "$fn":
            return getattr(__import__(x[0], fromlist=["_"]), x[1])
        raise ValueError("unknown tag")

    def line(self, op):
        number, result, error = len(self.results), None, None
        self.arguments.append(())
        try:
            name, *operands = self.read.parse(op)
            if name == "call":
                arguments = self.arguments[-1] = operands[1]
                for i, x in enumerate(arguments):
                    if type(x) is Twin:
                        arguments[i] = arguments[x.place]
                self.aliases.begin(number, *operands[1:])
                result = self.call(*operands)
            else:
                result = OPERATIONS[name](*operands)
            if number in self.objects:
                self.keep_here(type(result))
            text = (self.flat if name == "plain" else self.write)(result)
            # Writing an iterator has used it up: later operations get one that gives the same.
            if text[:6] == '{"$it"':
                result = self.read.parse(text)
            line = '["v",%s' % text
        except BaseException as failed:
            error, result = failed, None
            line = raised(error, self.write)[:-1]
        line += self.aliases.end(number, result)
        self.results.append(result)
        return line + "]", error

    def call(self, function, arguments, named):
        result = function(*arguments, **named)
        if type(result) is function and name_of(function)[:1].isupper():
            self.keep_here(function)
        return result


def built_in_base(kind):
    """Name of the container that a class of the program's derives from; "" of others and of those that
    add no methods to their fields."""
    members = type.__dict__["__dict__"].__get__(kind)
    if members.get("__module__") != "main":
        return ""
    if "_fields" in members and not any(
            type(v) is type(built_in_base) and name[:1] != "_" for name, v in members.items()):
        return ""
    for base in (list, dict, tuple, set, frozenset):
        if issubclass(kind, base):
            return base.__name__
    return ""


def plain_array(x):
    """What numpy makes of an object, where that has items and all are plain; None otherwise."""
    import numpy
    made = numpy.asarray(x)
    return made if made.size and made.dtype.kind in "biufcSU" else None


OPERATIONS = {
    "same": lambda x, y: x is y,
    "get": getattr,
    "set": setattr,
    "item": lambda x, key: x[key],
    "setitem": lambda x, key, value: x.__setitem__(key, value),
    "value": lambda x: x,
    "plain": lambda x: x,
    "delitem": lambda x, key: x.__delitem__(key),
    "delattr": delattr,
    "format": lambda x, how: format(x, how),
    "reversed": lambda x: (item for item in reversed(x)),
    "round": lambda x, digits: round(x) if digits is None else round(x, digits),
    "len": lambda x: len(x),
    "bool": lambda x: bool(x),
    "iter": lambda x: (item for item in x),
    "next": lambda x: next(x),
    "str": lambda x: str(x),
    "repr": lambda x: repr(x),
    "int": lambda x: int(x),
    "float": lambda x: float(x),
    "array": plain_array,
    "equal": lambda x, y: bool(x == y),
    "different": lambda x, y: bool(x != y),
}
