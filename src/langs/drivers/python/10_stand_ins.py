# ---- stand-ins for what the candidate's process has ----

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
