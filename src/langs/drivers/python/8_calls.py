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


def offer_imports(namespace, used, imports):
    """What the tests import is there for the candidate's functions too, as in one process."""
    for names, statement in imports:
        if used.intersection(names) and not all(name in namespace for name in names):
            found = {}
            exec(statement, found)
            for name in names:
                if name in found:
                    namespace.setdefault(name, found[name])


class Performer:
    def __init__(self, namespace, kept):
        self.namespace = namespace
        self.objects = kept  # operations whose results the tests ask for members
        self.results = []  # of each operation, alive
        self.handles = []  # what is not plain data, by number
        self.numbers = {}  # of a handle, by the object's id
        self.arguments = []  # of each operation
        self.watched = []  # [operation, which argument or -1, object, its text when last told]
        self.to_watch = MAX_WATCHED_BYTES
        self.write = Writer(self.live, own=True)
        self.flat = Writer(self.live)  # gives what `write` keeps here where it has a built-in base
        self.read = Reader(self.resolve)

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
        kept = len(self.watched)
        result = error = None
        self.arguments.append(())
        try:
            name, *operands = self.read.parse(op)
            if name == "call":
                self.watch_arguments(*operands[1:])
                result = self.call(*operands)
            else:
                result = OPERATIONS[name](*operands)
            if len(self.results) in self.objects:
                self.keep_here(type(result))
            text = (self.flat if name == "plain" else self.write)(result)
            # Writing an iterator has used it up: later operations get one that gives the same.
            if text[:6] == '{"$it"':
                result = self.read.parse(text)
            line, parts = '["v",%s' % text, self.parts(result)
        except BaseException as failed:
            error, parts = failed, ""
            line = raised(error, self.write)[:-1]
        moved = self.moved()
        if not remembers(op):
            del self.watched[kept:]
        elif type(result) in MUTABLE and '{"$it"' not in text:
            self.watched.append([len(self.results), -1, result, text])
        del self.watched[:-MAX_WATCHED]
        self.results.append(result)
        if moved or parts:
            line += ",[%s],[%s]" % (moved, parts)
        return line + "]", error

    def call(self, function, arguments, named):
        result = function(*arguments, **named)
        if type(result) is function and name_of(function)[:1].isupper():
            self.keep_here(function)
        return result

    def watch_arguments(self, arguments, named):
        self.arguments[-1] = arguments
        for which, x in [*enumerate(arguments), *named.items()]:
            if type(x) not in IMMUTABLE and not hasattr(type(x), "__next__"):
                text = self.write(x)
                if text[:5] != '{"$h"':
                    self.watched.append([len(self.results), which, x, text])

    def parts(self, result):
        """Text of which containers in a result are ones that the tests have: "[keys that lead there,
        operation, which argument or -1, keys that lead there in that],…"."""
        if not self.watched or type(result) not in HOLDERS:
            return ""
        known = {}
        for number, which, x, _ in self.watched:
            if number < len(self.results):
                self.to_watch -= len(x)
                if self.to_watch < 0:
                    continue
            for path, item in containers(x):
                known.setdefault(id(item), (number, which, path))
        found = []
        for path, item in containers(result):
            number, which, below = known.get(id(item), (0, None, ()))
            if which is not None:
                found.append("[%s]" % self.write.items([path, number, which, below]))
        return ",".join(found)

    def moved(self):
        """Text of what the tests have and the program has changed since: "[operation, which argument, by
        place or name, or -1 for the result, what it is now],…". What an object was given or gave out may be a part
        of it, and change whenever it does."""
        changed = []
        for entry in self.watched:
            number, which, x, before = entry
            if number < len(self.results) and self.to_watch < 0:
                continue
            after = self.write(x)
            self.to_watch -= len(after) if number < len(self.results) else 0
            if after != before:
                entry[3] = after
                changed.append("[%d,%s,%s]" % (number, self.write(which), after))
        return ",".join(changed)


def containers(x):
    """(keys that lead there, container) of x, if it may be changed, and all such in it; of much, not all."""
    todo, left = [([], x)], MAX_SEARCHED
    while todo and left > 0:
        path, x = todo.pop()
        left -= 1
        if type(x) in MUTABLE:
            yield path, x
        if type(x) in HOLDERS:
            items = x.items() if type(x) is dict else enumerate(x)
            left -= len(x)
            todo += [([*path, key], item) for key, item in items if type(item) in NESTED]


def remembers(op):
    """Whether an operation may make the program keep what it was given, or give out what it keeps: all
    but calls of what is named like a function."""
    start = '["call",{"$g":"'
    return op[:len(start)] != start or op[len(start):len(start) + 1].isupper()


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


MAX_WATCHED = 64  # objects after the operation that they came with
MAX_WATCHED_BYTES = 8 << 20  # of their texts
IMMUTABLE = {type(None), bool, int, float, complex, str, bytes, range}
MUTABLE = {list, dict, set, bytearray}
HOLDERS = {list, dict, tuple}
NESTED = MUTABLE | HOLDERS
MAX_SEARCHED = 10000  # items in which containers are looked for
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
