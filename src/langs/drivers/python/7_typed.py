# ---- values that keep their Python type ----
#
# Between the tests' process and the candidate's, a value is JSON with a tag for every type JSON
# lacks, so that both sides see equal values of equal types, and nothing of the other side's objects.

from time import process_time as cpu_seconds  # built in; taken before a program may replace it

MAX_DRAINED = 100000  # items taken from an iterator…
MAX_DRAINED_BYTES = 1 << 19  # …and no more once their text is as long; the tests may ask for more
MANY_DRAINED = 1000  # items after which one that takes long is left, too
LONG_DRAINING_S = 0.3  # of CPU time
MAX_PLAIN_INT = 1 << 53
MAX_ITEM_BYTES = 1 << 20  # of an array's items: a type alone may ask for gigabytes
MAX_KEYS_OF_A_HASH = 100  # in one set or dictionary: each costs a look at all the others
MAX_CAUSES = 3  # of an exception, one below the other: each has a context, too
MAX_DETAILS_BYTES = 1 << 16  # of an exception's attributes
ATOMS = (int, float, complex, str, bytes)
# What a defaultdict may make of a missing key on the other side, too.
FACTORIES = {kind.__name__: kind for kind in (int, float, str, list, dict, set, tuple, bool)}


def json_scanner(hook):
    from _json import make_scanner

    class Context:
        strict = False
        object_hook = staticmethod(hook) if hook else None
        object_pairs_hook = None
        parse_float = float
        parse_int = int
        parse_constant = None
        memo = {}

    scan = make_scanner(Context)

    def parse_text(text):
        try:
            value, end = scan(text, 0)
        except (StopIteration, SystemError):
            raise ValueError("not JSON") from None
        if end != len(text):
            raise ValueError("more than one JSON value")
        return value

    return parse_text


def name_of(kind):
    return str(type.__dict__["__name__"].__get__(kind))


def is_of_program(kind):
    return type.__dict__["__dict__"].__get__(kind).get("__module__") == "main"


class Writer:
    """Text of a value. Dispatches on the real type and uses the base types' own methods. `live` gets
    what is not plain data and returns the text that stands for it; with `own` also the program's own
    numbers and texts, which are objects, too."""

    def __init__(self, live, own=False):
        self.own = own
        from _json import encode_basestring_ascii
        self.string = encode_basestring_ascii
        self.live = live
        self.open_containers = set()
        items = self.items
        self.exact = {
            type(None): lambda x: "null",
            bool: lambda x: "true" if x else "false",
            int: self.int,
            float: self.float,
            str: encode_basestring_ascii,
            list: lambda x: self.guarded(x, lambda: "[%s]" % items(x)),
            tuple: lambda x: '{"$t":[%s]}' % items(x),
            dict: lambda x: self.guarded(x, lambda: '{"$d":[%s]}' % self.pairs(x)),
            set: lambda x: '{"$s":[%s]}' % items(x),
            frozenset: lambda x: '{"$z":[%s]}' % items(x),
            bytes: lambda x: '{"$b":"%s"}' % x.hex(),
            bytearray: lambda x: '{"$B":"%s"}' % x.hex(),
            complex: lambda x: '{"$c":[%s,%s]}' % (self.float(x.real), self.float(x.imag)),
            range: lambda x: '{"$r":[%s]}' % items([x.start, x.stop, x.step]),
            type({}.keys()): lambda x: '{"$k":[%s]}' % items(list(x)),
            type({}.values()): lambda x: '{"$v":[%s]}' % items(list(x)),
            type({}.items()): lambda x: '{"$w":[%s]}' % items(list(x)),
            type(Ellipsis): lambda x: '{"$e":0}',
        }
        self.iterators = set(map(type, (
            (i for i in ()), map(int, ()), filter(None, ()), zip(), enumerate(()), reversed([]),
            reversed(()), iter([]), iter(()), iter(""), iter(set()), iter({}), iter({}.values()),
            iter({}.items()), iter(range(0)), iter(b""))))

    def __call__(self, x):
        handler = self.exact.get(type(x))
        return handler(x) if handler else self.other(x)

    def int(self, x):
        x = int.__int__(x)
        return int.__repr__(x) if -MAX_PLAIN_INT < x < MAX_PLAIN_INT else '{"$i":"%s"}' % hex(x)

    def float(self, x):
        text = float.__repr__(x)
        return '{"$f":"%s"}' % text if text[-1] in "nf" else text

    def items(self, items):
        return ",".join(map(self, items))

    def pairs(self, mapping):
        import _collections
        ordered = isinstance(mapping, _collections.OrderedDict)  # which keeps an order of its own
        items = list((_collections.OrderedDict if ordered else dict).items(mapping))
        return ",".join("[%s,%s]" % (self(k), self(v)) for k, v in items)

    def guarded(self, x, encode):
        """Guards against values that contain themselves."""
        if id(x) in self.open_containers:
            return self.live(x)
        self.open_containers.add(id(x))
        try:
            return encode()
        finally:
            self.open_containers.discard(id(x))

    def drained(self, iterator):
        items, end, size, start = [], '"end"', 0, cpu_seconds()
        try:
            for item in iterator:
                items.append(self(item))
                size += len(items[-1])
                slow = len(items) % MANY_DRAINED == 0 and cpu_seconds() > start + LONG_DRAINING_S
                if slow and self.own or len(items) == MAX_DRAINED or size > MAX_DRAINED_BYTES:
                    # What the tests give is all that they give at once.
                    end = '["more",%s]' % self.live(iterator)[7:].split(",")[0] if self.own else '"long"'
                    break
        except BaseException as error:
            end = raised(error, self)
        return '{"$it":[[%s],%s]}' % (",".join(items), end)

    def other(self, x):
        kind = type(x)
        modules = sys.modules
        if kind in self.iterators or (
                type.__dict__["__module__"].__get__(kind) == "itertools" and hasattr(kind, "__next__")):
            return self.drained(x)
        if "numpy" in modules:
            numpy = modules["numpy"]
            if issubclass(kind, numpy.generic):
                plain = numpy.generic.item(x)
                if type(plain) is kind:
                    return self.live(x)
                if kind.__module__ == "numpy" and type(plain) in PLAIN:
                    return '{"$ns":[%s,%s]}' % (self.string(str(x.dtype)), self(plain))
                return self(plain)
            if issubclass(kind, numpy.ndarray):
                if x.dtype.kind == "V":  # of items that have fields
                    return self.live(x)
                shape = "" if x.size else "," + self(list(x.shape))  # which no item tells
                return '{"$nd":[%s,%s%s]}' % (
                    self.string(str(x.dtype)), self(numpy.ndarray.tolist(x)), shape)
        import _collections
        if issubclass(kind, _collections.deque):
            return '{"$q":[%s,%s]}' % (self(list(_collections.deque.__iter__(x))), self(
                _collections.deque.maxlen.__get__(x)))
        if issubclass(kind, dict):
            tag = "$d"
            if issubclass(kind, _collections.OrderedDict):
                tag = "$O"
            elif issubclass(kind, _collections.defaultdict):
                factory = _collections.defaultdict.default_factory.__get__(x)
                name = name_of(factory) if type(factory) is type else ""
                known = self.string(name) if FACTORIES.get(name) is factory else "null"
                return self.guarded(x, lambda: '{"$D":[%s,[%s]]}' % (known, self.pairs(x)))
            elif "collections" in modules and issubclass(kind, modules["collections"].Counter):
                tag = "$C"
            return self.guarded(x, lambda: '{"%s":[%s]}' % (tag, self.pairs(x)))
        if issubclass(kind, tuple):
            fields = kind.__dict__.get("_fields")
            values = self.items(list(tuple.__iter__(x)))
            if type(fields) is tuple and len(fields) == tuple.__len__(x):
                return '{"$N":[%s,[%s],[%s]]}' % (
                    self.string(name_of(kind)), self.items(fields), values)
            return '{"$t":[%s]}' % values
        if issubclass(kind, ATOMS):
            return self.atom(x, kind)
        for base, flatten in (
                (list, lambda v: list(list.__iter__(v))), (set, lambda v: set(set.__iter__(v))),
                (frozenset, lambda v: frozenset(frozenset.__iter__(v))),
                (bytearray, lambda v: bytearray.__getitem__(v, slice(None)))):
            if issubclass(kind, base):
                return self.guarded(x, lambda: self(flatten(x)))
        if "decimal" in modules and issubclass(kind, modules["decimal"].Decimal):
            return '{"$m":%s}' % self.string(modules["decimal"].Decimal.__str__(x))
        if "fractions" in modules and issubclass(kind, modules["fractions"].Fraction):
            return '{"$n":[%s,%s]}' % (self.int(x._numerator), self.int(x._denominator))
        text = "datetime" in modules and self.date_text(x, modules["datetime"])
        text = text or self.library_text(x, kind)
        if text:
            return text
        if kind is type and vars(sys.modules["builtins"]).get(name_of(x)) is x:
            return '{"$ty":%s}' % self.string(name_of(x))
        return self.live(x)

    def atom(self, x, kind):
        """Of a class that derives from a number or a text: its value, and where it is the program's
        own class, the object, which may have more than that."""
        base = next(base for base in ATOMS if issubclass(kind, base))
        plain = (complex(complex.real.__get__(x), complex.imag.__get__(x)) if base is complex else
                 base.__getitem__(x, slice(None)) if base in (str, bytes) else base.__pos__(x))
        if base is complex or not self.own or not is_of_program(kind):
            return self(plain)
        mro = type.__dict__["__mro__"].__get__(kind)
        shadowed = {name for owner in mro[:mro.index(base)]
                    for name in type.__dict__["__dict__"].__get__(owner) if hasattr(base, name)}
        shadowed.update(name for name in ("__contains__", "__iter__", "__len__")
                        if not hasattr(base, name) and hasattr(kind, name))
        return self.live(x, base.__name__, [plain, sorted(shadowed)])

    def library_text(self, x, kind):
        """Of what a few classes of the library make, which tests make, too."""
        modules = sys.modules
        if "pathlib" in modules and issubclass(kind, modules["pathlib"].PurePath):
            name, module = name_of(kind), modules["pathlib"]
            return vars(module).get(name) is kind and '{"$p":[%s,%s]}' % (
                self.string(name), self.string(kind.__str__(x)))
        if "uuid" in modules and kind is modules["uuid"].UUID:
            return '{"$u":%s}' % self.string(hex(x.int))
        if "array" in modules and kind is modules["array"].array:
            return '{"$ar":[%s,[%s]]}' % (self.string(x.typecode), self.items(x.tolist()))
        return None

    def zone_text(self, zone, datetime):
        """Of no zone, one that is so many seconds ahead, and one with a name."""
        if zone is None:
            return "null"
        if type(zone) is datetime.timezone:
            return self(zone.utcoffset(None))
        zoneinfo = sys.modules.get("zoneinfo")
        if zoneinfo and type(zone) is zoneinfo.ZoneInfo and type(zone.key) is str:
            return self.string(zone.key)
        return None

    def date_text(self, x, datetime):
        kind = type(x)
        if kind is datetime.timedelta:
            fields = (x.days, x.seconds, x.microseconds)
        elif kind is datetime.date:
            fields = (x.year, x.month, x.day)
        elif kind is datetime.datetime:
            fields = (x.year, x.month, x.day, x.hour, x.minute, x.second, x.microsecond)
        elif kind is datetime.time:
            fields = (x.hour, x.minute, x.second, x.microsecond)
        else:
            return None
        zone = self.zone_text(getattr(x, "tzinfo", None), datetime)
        return zone and '{"$dt":["%s",[%s],%s,%d]}' % (
            kind.__name__, self.items(fields), zone, getattr(x, "fold", 0))


def library_errors(kind):
    """Names of the exception's classes that are not the program's own, nearest first: "ValueError",
    "json.decoder.JSONDecodeError"."""
    for base in type.__dict__["__mro__"].__get__(kind):
        name = name_of(base)
        module = type.__dict__["__module__"].__get__(base)
        if type(module) is not str or not issubclass(base, BaseException):
            continue
        if module == "main" and error_class(name):
            yield name  # which in one process means the program's own to the tests
        if module != "builtins":
            name = module + "." + name
        if error_class(name) is base:
            yield name


# By some of their exceptions a test is skipped or passed, which is not for the program to say.
TEST_RUNNERS = {"unittest", "pytest", "_pytest", "doctest", "nose", "hypothesis", "main", "__main__"}


def error_class(name):
    """The class of that name, where the module is loaded: nothing is imported for it."""
    module, _, plain = name.rpartition(".")
    if module.split(".")[0] in TEST_RUNNERS:
        return None
    found = vars(sys.modules.get(module or "builtins", object)).get(plain)
    if not isinstance(found, type) or not issubclass(found, BaseException):
        return None
    return found if found.__module__.split(".")[0] not in TEST_RUNNERS else None


PLAIN = (type(None), bool, int, float, complex, str, bytes)


def is_plain(x, depth=3):
    items = [*x, *x.values()] if type(x) is dict else x if type(x) in (list, tuple) else None
    return type(x) in PLAIN or items is not None and depth > 0 and all(
        is_plain(item, depth - 1) for item in items)


def details(error, writer, causes):
    """Text of what else a test may ask an exception for: its attributes, the exception itself where its
    class is the program's, whether its context is hidden, its cause and its context."""
    try:
        named = {}
        if isinstance(error, OSError):
            named["filename"] = OSError.filename.__get__(error)
        named.update(vars(error))
        shown = ",".join("[%s,%s]" % (writer.string(name), writer(value))
                         for name, value in named.items()
                         if type(name) is str and name[:2] != "__")
    except BaseException:
        shown = ""
    if len(shown) > MAX_DETAILS_BYTES:
        shown = ""
    others = BaseException.__cause__.__get__(error), BaseException.__context__.__get__(error)
    below = ",".join("null" if other is None or not causes else raised(other, writer, causes - 1)
                     for other in others)
    own = writer.live(error) if writer.own and is_of_program(type(error)) else "null"
    suppressed = "true" if BaseException.__suppress_context__.__get__(error) else "false"
    return "[[%s],%s,%s,%s]" % (shown, own, suppressed, below)


def raised(error, writer, causes=MAX_CAUSES):
    """Text of an exception: what a test may look at, as plain data."""
    name, message = describe(error)
    try:
        arguments = [a for a in BaseException.args.__get__(error) if is_plain(a)]
        if len(arguments) != len(BaseException.args.__get__(error)):
            arguments = [message]
        shown = writer.items(arguments)
        if len(shown) > 2 * MAX_MESSAGE:
            shown = writer.string(message)
    except BaseException:
        shown = writer.string(message)
    return '["x",%s,%s,[%s],[%s],%s]' % (
        writer.string(name), writer.string(message),
        ",".join(map(writer.string, library_errors(type(error)))), shown,
        details(error, writer, causes))


class Reader:
    """Values from their text. `special` gets tags that only one side knows. Raises ValueError,
    TypeError, ArithmeticError, LookupError, RecursionError… on anything malformed."""

    def __init__(self, special):
        self.special = special
        self.parse = json_scanner(self.untag)

    def untag(self, value):
        (tag, x), = value.items()
        if tag == "$t":
            return tuple(x)
        if tag == "$d":
            return dict(checked_pairs(x))
        if tag == "$s":
            return set(checked_keys(x))
        if tag == "$z":
            return frozenset(checked_keys(x))
        if tag == "$i":
            return int(x, 16)
        if tag == "$f":
            return {"nan": float("nan"), "inf": float("inf"), "-inf": -float("inf")}[x]
        if tag == "$b":
            return bytes.fromhex(x)
        if tag == "$B":
            return bytearray.fromhex(x)
        if tag == "$c":
            return complex(x[0], x[1])
        if tag == "$r":
            return range(*x)
        if tag == "$k":
            return dict.fromkeys(checked_keys(x)).keys()
        if tag == "$v":
            return dict(enumerate(x)).values()
        if tag == "$w":
            return dict(checked_pairs(x)).items()
        if tag == "$e":
            return Ellipsis
        if tag == "$it":
            items, end = x
            return replayed(items, self.special("$more", end[1]) if end[0] == "more" else end)
        if tag in ("$q", "$O", "$D", "$C"):
            return self.collection(tag, x)
        if tag == "$N":
            return named_tuple(*x)
        if tag == "$m":
            import decimal
            return decimal.Decimal(x)
        if tag == "$n":
            import fractions
            return fractions.Fraction(x[0], x[1])
        if tag == "$dt":
            return date_of(*x)
        if tag == "$p":
            import pathlib
            kinds = ("PurePosixPath", "PureWindowsPath", "PosixPath")
            return getattr(pathlib, kinds[kinds.index(x[0])])(str(x[1]))
        if tag == "$u":
            import uuid
            return uuid.UUID(int=int(x, 16))
        if tag == "$ar":
            import array
            return array.array(x[0], x[1])
        if tag == "$ns":
            import numpy
            kind = numpy.dtype(str(x[0]))
            if type(x[1]) not in PLAIN or kind.itemsize > MAX_ITEM_BYTES:
                raise ValueError("not a number")
            return kind.type(x[1])
        if tag == "$nd":
            import numpy
            kind = numpy.dtype(str(x[0]))
            if kind.itemsize > MAX_ITEM_BYTES:
                raise ValueError("items that are too large")
            made = numpy.array(x[1], dtype=kind)
            return made.reshape(x[2]) if len(x) > 2 else made
        if tag == "$ty":
            kind = vars(sys.modules["builtins"])[x]
            if type(kind) is not type:
                raise ValueError("not a type")
            return kind
        return self.special(tag, x)

    @staticmethod
    def collection(tag, x):
        import collections
        if tag == "$q":
            return collections.deque(x[0], x[1])
        if tag == "$O":
            return collections.OrderedDict(checked_pairs(x))
        if tag == "$C":
            return collections.Counter(dict(checked_pairs(x)))
        # What a missing key would get may be the other side's function; absent here, it is a KeyError.
        return collections.defaultdict(FACTORIES[x[0]] if x[0] else None, checked_pairs(x[1]))


def checked_keys(keys):
    """Keys of a set or a dictionary. Raises ValueError where so many have one hash that the other side
    means to keep us busy: no program comes by them."""
    if len(keys) > MAX_KEYS_OF_A_HASH:
        run, last = 0, None
        for code in sorted(map(hash, keys)):
            run = run + 1 if code == last else 1
            last = code
            if run > MAX_KEYS_OF_A_HASH:
                raise ValueError("too many keys of one hash")
    return keys


def checked_pairs(pairs):
    checked_keys([pair[0] for pair in pairs])
    return pairs


def date_of(name, fields, zone, fold):
    import datetime
    kinds = ("timedelta", "date", "datetime", "time")
    made = getattr(datetime, kinds[kinds.index(name)])(*fields)
    if zone is None:
        return made.replace(fold=1) if fold else made
    if type(zone) is str:
        import zoneinfo
        return made.replace(tzinfo=zoneinfo.ZoneInfo(zone), fold=fold)
    return made.replace(tzinfo=datetime.timezone(zone), fold=fold)


def named_tuple(name, fields, values):
    """A tuple whose items have names. Built by hand: the names come from the other side."""
    if len(fields) != len(values):
        raise ValueError("fields and values differ")
    def replaced(self, **named):
        if not set(named) <= set(fields):
            raise ValueError("Got unexpected field names: %r" % sorted(set(named) - set(fields)))
        return type(self)([named.get(field, old) for field, old in zip(fields, self)])

    def shown(self):
        return "%s(%s)" % (name, ", ".join("%s=%r" % pair for pair in zip(fields, self)))

    members = {"__slots__": (), "_fields": tuple(fields), "_replace": replaced, "__repr__": shown,
               "_asdict": lambda self: dict(zip(fields, self))}
    for i, field in enumerate(fields):
        if not field.isidentifier() or field[0] == "_":
            raise ValueError("a bad field name")
        members[field] = property(lambda self, i=i: tuple.__getitem__(self, i))
    return type(str(name), (tuple,), members)(values)


def replayed(items, end):
    """What an iterator of the other side gives; `end` says how it ends, or gives the rest."""
    yield from items
    if type(end) not in (str, list):
        yield from end
    elif end != "end":
        raise rebuilt(end)


def rebuilt(record):
    """The exception of a record made by raised()."""
    if record == "long":
        return OverflowError("the iterator gives more than %d items, or %d KiB of them" % (
            MAX_DRAINED, MAX_DRAINED_BYTES >> 10))
    _, name, message, bases, arguments, (attributes, own, suppressed, cause, context) = record[:6]
    error = rebuilt_bare(name, message, bases, arguments, own)
    for attribute, value in attributes:
        if type(attribute) is not str or attribute[:2] == "__" or attribute in vars(BaseException):
            raise ValueError("a bad attribute")
        try:
            setattr(error, attribute, value)
        except (AttributeError, TypeError):
            pass
    if context is not None:
        error.__context__ = rebuilt(context)
    if cause is not None:
        error.__cause__ = rebuilt(cause)
    error.__suppress_context__ = suppressed is True
    return error


def rebuilt_bare(name, message, bases, arguments, own):
    known = [kind for kind in map(error_class, bases) if kind is not None]
    if not known:
        raise ValueError("not an exception")
    kind = known[0]
    if name != kind.__name__ or own is not None:
        members = {"__str__": lambda self: message, "_assay_own": own}
        if own is not None:  # its class may have more than we know
            members["__getattr__"] = lambda self, member: getattr(own, member)
        # All that no other of them derives from: a class may be an error of two kinds.
        lowest = [k for k in known if not any(k is not other and issubclass(other, k) for other in known)]
        try:
            kind = type(str(name), tuple(lowest), members)
        except TypeError:  # of bases that don't go together
            kind = type(str(name), (known[0],), members)
    try:
        return kind(*arguments)
    except Exception:
        pass
    try:
        error = kind.__new__(kind)  # whatever else its own __init__ asks for
        error.args = tuple(arguments)
        return error
    except Exception:
        return Exception(message)
