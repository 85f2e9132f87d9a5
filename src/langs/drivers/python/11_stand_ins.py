# ---- stand-ins for what the candidate's process has ----

PLAIN_KINDS = (int, float, complex, str, bytes, list, tuple, dict, set)
MUTATORS = {"append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "update", "add",
            "discard", "setdefault", "popitem", "appendleft", "popleft"}
# Methods with such names give back their object, if anything: what is done to that is done to it.
FLUENT = ("add", "append", "push", "put", "set", "insert", "enqueue", "extend", "update", "remove",
          "delete", "sort", "reverse", "map", "filter", "with")
# Of a generator: what it gives next depends on what the tests say.
TALKS = {"send", "throw"}


class Placeholder:
    """A result that is not known yet: agrees with everything. What is done to members of the
    program's objects is an operation at once; `maker` is what was called, where its name is that of
    a class."""
    __slots__ = ("_assay_session", "_assay_op", "_assay_is_member", "_assay_maker", "_assay_name",
                 "_assay_root")

    def __init__(self, session, op=None, is_member=False, maker=None, name="", root=None):
        self._assay_session, self._assay_op = session, op
        self._assay_is_member, self._assay_maker = is_member, maker
        self._assay_name = name  # of a member
        self._assay_root = op if root is None else root  # the operation that gave it, or what holds it

    def __call__(self, *arguments, **named):
        if self._assay_op is not None:
            made = self._assay_session.call('{"$ref":%d}' % self._assay_op, arguments, named)
            if self._assay_name.startswith(FLUENT) and type(made) is Placeholder:
                made._assay_root = None
            return made
        if not self._assay_session.performed and not is_plain_member(self._assay_name):
            for x in [*arguments, *named.values()]:
                self._assay_session.write(x)  # what can't go over shows here, as it would later
        return self.__derived()

    def __getattr__(self, name):
        if name[:2] == "__" and name not in ASKED_NAMES:
            raise AttributeError(name)
        session = self._assay_session
        if self._assay_name and name in MUTATORS:
            self.__changes(self._assay_name)
        if self._assay_is_member:
            session.has_member(self._assay_maker, name)
            made = session.do("get", '{"$ref":%d}' % self._assay_op, session.write(name))
            if type(made) is Placeholder:
                made._assay_name = name
            return made
        if not is_plain_member(name):
            session.has_member(self._assay_maker or self._assay_op, name)
        if name in TALKS and not session.performed:
            needs_one_process("the tests use .%s of a generator" % name)
        if name in MUTATORS:
            session.tests_change(self._assay_root, name)
        session.guess()
        return Placeholder(session, name=name)

    def __changes(self, name):
        if not self._assay_session.performed:
            needs_one_process("the tests change what .%s of an object holds" % name)

    def __setitem__(self, key, value):
        if self._assay_name:
            self.__changes(self._assay_name)
        self._assay_session.tests_change(self._assay_root, "")

    def __delitem__(self, key):
        self.__setitem__(key, None)

    def __setattr__(self, name, value):
        if name[:7] == "_assay_":
            object.__setattr__(self, name, value)
        elif self._assay_is_member:
            self._assay_session.objects.add(self._assay_maker)
            write = self._assay_session.write
            self._assay_session.do("set", '{"$ref":%d}' % self._assay_op, write(name), write(value))

    def __derived(self, *_):
        self._assay_session.guess()
        return Placeholder(self._assay_session)

    def __compared(self, other=None, *_):
        if other is not None and not is_stand_in(other):
            self._assay_session.expects(other)
            self._assay_session.mixed.add(self._assay_maker or self._assay_op)
        self._assay_session.guess()
        return Placeholder(self._assay_session, maker=self._assay_maker)

    def __mixed(self, other=None, *_):
        if self._assay_maker and not self._assay_session.performed and not is_stand_in(other):
            needs_one_process("the tests reckon with %s and values of their own" % self._assay_maker)
        return self.__compared(other)

    __eq__ = __ne__ = __compared
    __lt__ = __le__ = __gt__ = __ge__ = __mixed
    __add__ = __sub__ = __mul__ = __truediv__ = __floordiv__ = __mod__ = __pow__ = __mixed
    __radd__ = __rsub__ = __rmul__ = __rtruediv__ = __rfloordiv__ = __rmod__ = __rpow__ = __mixed
    __and__ = __or__ = __xor__ = __lshift__ = __rshift__ = __matmul__ = __mixed
    __rand__ = __ror__ = __rxor__ = __mixed
    __neg__ = __pos__ = __abs__ = __invert__ = __round__ = __derived

    def __getitem__(self, key):
        session = self._assay_session
        session.guess()
        if session.changed and not session.performed:
            session.check_copies("")
        # What an object holds is where the object is: a change of it would be of a copy.
        return Placeholder(session, root=self._assay_root, name="[]" if self._assay_is_member else "")

    def __changed(self, other):
        """By += and the like, which change what takes several items."""
        if type(other) in MUTABLE:
            self._assay_session.tests_change(self._assay_root, "+=")
        return self.__mixed(other)

    __iadd__ = __ior__ = __iand__ = __isub__ = __ixor__ = __imul__ = __changed

    def __enter__(self):
        if not self._assay_session.performed:
            needs_one_process("the tests enter a context of the program's")
        return self.__derived()

    def __hash__(self):
        self.__mixed()
        return 0

    def __bool__(self):
        return self._assay_session.guess_truth()

    def __contains__(self, item):
        return bool(self.__mixed(item))

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

    def __copy__(self, memo=None):
        return self

    __deepcopy__ = __copy__


def is_plain_member(name):
    return any(hasattr(kind, name) for kind in PLAIN_KINDS)


def is_stand_in(x):
    return type(x) is Placeholder or type(x) is Remote or issubclass(type(x), Atom)


# With two underscores, and nothing that Python or a library asks of every object by itself.
ASKED_NAMES = {"__name__", "__qualname__"}


class Remote:
    """Something of the candidate's process that is not plain data: what is done to it is done there.
    Where it derives from a container, `kind` is that, and its items are compared as data is.
    Comparing it with anything of ours is decided here and finds it different, and nothing of ours is
    added to it and the like: it might be what the tests expect, which must not go over."""
    __slots__ = ("_assay_session", "_assay_text", "_assay_key", "_assay_kind")

    def __init__(self, session, text, key, kind=None):
        for name, value in zip(Remote.__slots__, (session, text, key, kind)):
            object.__setattr__(self, name, value)

    def __do(self, op, *operands):
        return self._assay_session.do(op, self._assay_text, *operands)

    def __is_object(self):
        if type(self._assay_key) is tuple:
            self._assay_session.objects.add(self._assay_key[1])

    def __call__(self, *arguments, **named):
        return self._assay_session.call(self._assay_text, arguments, named)

    def __getattr__(self, name):
        if name[:2] == "__" and name not in ASKED_NAMES:
            raise AttributeError(name)
        self.__is_object()
        return self.__do("get", self._assay_session.write(name))

    def __setattr__(self, name, value):
        write = self._assay_session.write
        self.__do("set", write(name), write(value))

    def __getitem__(self, key):
        return self.__do("item", self._assay_session.write(key))

    def __setitem__(self, key, value):
        write = self._assay_session.write
        self.__do("setitem", write(key), write(value))

    @property
    def __class__(self):
        """For isinstance() of the tests; ours go by type(), which is always Remote."""
        return self._assay_kind or Remote

    def plain(self):
        """The items alone, as a value of ours."""
        return self.__do("plain")

    def __eq__(self, other):
        if other is None:  # no secret, and the program's __eq__ may fail on it
            said = self.__do("equal", "null")
            if said is True:
                raise AssertionError("an object of the program's says that it equals None")
            return False
        if type(other) is not Remote:
            return self.plain() == other if self._assay_kind else False
        return self is other or self._assay_key == other._assay_key or bool(
            self.__do("equal", other._assay_text))

    def __hash__(self):
        if self._assay_kind is tuple and not self._assay_session.reading:
            return hash(self.plain())
        return hash(self._assay_key)

    def __contains__(self, item):
        return any(item is x or item == x for x in self)

    def __iter__(self):
        return iter(self.__do("iter"))

    def __bool__(self):
        known = self.__do("bool")
        return bool(known) if type(known) is not Placeholder else self._assay_session.guess_truth()

    def __instancecheck__(self, x):
        self.__is_object()
        x = vars(type(x)).get("_assay_own") or x  # of an exception
        if not is_stand_in(x):
            return False  # nothing of ours is of a class of the program's
        return bool(self._assay_session.apply("builtins", "isinstance", x, self))

    def __delitem__(self, key):
        self.__do("delitem", self._assay_session.write(key))

    def __delattr__(self, name):
        self.__do("delattr", self._assay_session.write(name))

    def __ne__(self, other):
        if other is None:
            return bool(self.__do("different", "null"))
        if type(other) is not Remote:
            return not self == other
        return bool(self._assay_session.apply("operator", "ne", self, other))

    def __format__(self, how):
        return self.__do("format", self._assay_session.write(how))

    def __reversed__(self):
        return self.__do("reversed")

    def __round__(self, digits=None):
        return self.__do("round", self._assay_session.write(digits))

    def __copy__(self):
        return self._assay_session.apply("copy", "copy", self)

    def __deepcopy__(self, memo):
        return self._assay_session.apply("copy", "deepcopy", self)

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

    def __bytes__(self):
        return self._assay_session.apply("builtins", "bytes", self)

    def __index__(self):
        return self._assay_session.apply("operator", "index", self)

    def __complex__(self):
        return self._assay_session.apply("builtins", "complex", self)

    def __floor__(self):
        return self._assay_session.apply("math", "floor", self)

    def __ceil__(self):
        return self._assay_session.apply("math", "ceil", self)

    def __trunc__(self):
        return self._assay_session.apply("math", "trunc", self)

    def __divmod__(self, other):
        if not is_stand_in(other):
            return NotImplemented
        return self._assay_session.apply("builtins", "divmod", self, other)

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


def give_operators():
    """Those of the program's own, among its own objects."""
    import _operator

    def reflected(name):
        operator = getattr(_operator, name)

        def do(self, other):
            return operator(other, self.plain()) if self._assay_kind else NotImplemented
        return do

    def method(name):
        operator = getattr(_operator, name)

        def do(self, *others):
            if not all(map(is_stand_in, others)):
                return operator(self.plain(), *others) if self._assay_kind else NotImplemented
            return self._assay_session.apply("operator", name, self, *others)
        return do

    for name in ("lt", "le", "gt", "ge", "neg", "pos", "abs", "invert"):
        setattr(Remote, "__%s__" % name, method(name))
    for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and_", "or_",
                 "xor", "lshift", "rshift"):
        setattr(Remote, "__%s__" % name.rstrip("_"), method(name))
        setattr(Remote, "__i%s__" % name.rstrip("_"), method("i" + name.rstrip("_")))
        setattr(Remote, "__r%s__" % name.rstrip("_"), reflected(name))


give_operators()


class Atom:
    """An object of the program's that is a number or a text, too: of a class of ours that derives from
    both. It is that value to the tests and to what they call; what its class adds is with the program."""
    __slots__ = ()

    def __getattr__(self, name):
        if name[:2] == "__" and name not in ASKED_NAMES:
            raise AttributeError(name)
        return self._assay_session.do("get", self._assay_text, self._assay_session.write(name))

    def __setattr__(self, name, value):
        write = self._assay_session.write
        self._assay_session.do("set", self._assay_text, write(name), write(value))

    def __copy__(self, memo=None):
        return self

    __deepcopy__ = __copy__


ATOM_ASKED = {"__str__": "str", "__repr__": "repr", "__bool__": "bool", "__len__": "len",
              "__getitem__": "item", "__format__": "format"}
ATOM_OPERATORS = {"__%s__" % name: name for name in (
    "eq", "ne", "lt", "le", "gt", "ge", "neg", "pos", "abs", "invert", "add", "sub", "mul", "truediv",
    "floordiv", "mod", "pow", "matmul", "lshift", "rshift")}
ATOM_OPERATORS["__contains__"] = "contains"
ATOM_OPERATORS.update({"__and__": "and_", "__or__": "or_", "__xor__": "xor"})


def atom(session, number, name, value, shadowed):
    """The Atom of a handle. `shadowed`: what of the base its class has anew."""
    key = name, type(value), tuple(shadowed)
    if key not in session.atom_classes:
        session.atom_classes[key] = atom_class(session, *key)
    made = session.atom_classes[key](value)
    object.__setattr__(made, "_assay_text", '{"$h":%d}' % number)
    return made


def atom_class(session, name, base, shadowed):
    def asked(op):
        return lambda self, *operands: session.do(op, self._assay_text, *map(session.write, operands))

    def operator(own, name):
        def do(self, *others):
            if all(map(is_stand_in, others)):
                return session.apply("operator", name, self, *others)
            if own is None:
                raise TypeError("the program's %s is not asked about values of the tests" % name)
            return own(self, *others)  # what the tests expect doesn't go over
        return do

    def member(name):
        return property(lambda self: session.do("get", self._assay_text, session.write(name)))

    members = {"_assay_session": session, "__hash__": base.__hash__, "__module__": "main"}
    for shadow in shadowed:
        if shadow in ATOM_ASKED:
            members[shadow] = asked(ATOM_ASKED[shadow])
        elif shadow == "__iter__":
            members[shadow] = lambda self: iter(session.do("iter", self._assay_text))
        elif shadow == "__round__":
            members[shadow] = lambda self, digits=None: session.do(
                "round", self._assay_text, session.write(digits))
        elif shadow in ATOM_OPERATORS:
            members[shadow] = operator(getattr(base, shadow, None), ATOM_OPERATORS[shadow])
        elif shadow[:2] != "__":
            members[shadow] = member(shadow)
    return type(name, (Atom, base), members)
