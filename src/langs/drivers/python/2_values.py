# ---- JSON in ----

def untag(value):
    """object_hook: the tagged forms of the protocol."""
    if len(value) != 1:
        return value
    (tag, inner), = value.items()
    if tag[:1] != "$":
        return value
    if tag == "$float":
        return float(inner)
    if tag == "$set":
        return set(inner)
    if tag == "$dict":
        return {hashable(k): v for k, v in inner}
    if tag == "$bytes":
        import binascii
        return binascii.a2b_base64(inner)
    if tag == "$complex":
        return complex(inner[0], inner[1])
    if tag == "$decimal":
        import decimal
        return decimal.Decimal(inner)
    if tag == "$fraction":
        import fractions
        return fractions.Fraction(int(inner[0]), int(inner[1]))
    return value


def hashable(key):
    return tuple(map(hashable, key)) if type(key) is list else key


def parse(text):
    # The scanner of the json module without the module, which would import re as well.
    from _json import make_scanner

    class Context:
        strict = False
        object_hook = untag if "$" in text else None
        object_pairs_hook = None
        parse_float = float
        parse_int = int
        parse_constant = {"NaN": float("nan"), "Infinity": float("inf"),
                          "-Infinity": -float("inf")}.__getitem__
        memo = {}

    start = len(text) - len(text.lstrip(" \t\r\n"))
    try:
        value, end = make_scanner(Context)(text, start)
    except (StopIteration, SystemError):
        # SystemError: the scanner cannot raise the json module's own exception without the module.
        raise ValueError("stdin is not JSON") from None
    if text[end:].strip(" \t\r\n"):
        raise ValueError("stdin holds more than one JSON value")
    return value


# ---- JSON out ----

class Encoder:
    """Plain data of any value. Dispatches on the real type and uses the base types' own methods, so
    that an overridden __eq__, __iter__ or __class__ plays no part."""

    def __init__(self):
        from _json import encode_basestring_ascii
        self.string = encode_basestring_ascii
        self.open_containers = set()
        self.exact = {
            type(None): lambda x: "null",
            bool: lambda x: "true" if x else "false",
            int: int.__repr__,
            float: self.float,
            str: encode_basestring_ascii,
            list: self.sequence,
            tuple: self.sequence,
            dict: self.mapping,
            set: self.set,
            frozenset: self.set,
            bytes: self.bytes,
            bytearray: self.bytes,
            complex: lambda x: '{"$complex":[%s,%s]}' % (self.float(x.real), self.float(x.imag)),
            range: lambda x: self.sequence(list(x)),
            type({}.keys()): lambda x: self.sequence(list(x)),
            type({}.values()): lambda x: self.sequence(list(x)),
            type({}.items()): lambda x: self.sequence(list(x)),
        }

    def __call__(self, x):
        handler = self.exact.get(type(x))
        return handler(x) if handler else self.other(x)

    def float(self, x):
        text = float.__repr__(x)
        return '{"$float":"%s"}' % text if text[-1] in "nf" else text

    def bytes(self, x):
        import binascii
        return '{"$bytes":"%s"}' % binascii.b2a_base64(x, newline=False).decode()

    def items(self, items):
        kinds = set(map(type, items))
        if len(kinds) == 1:
            kind, = kinds
            if kind is int or kind is str:
                return ",".join(map(self.exact[kind], items))
        return ",".join(map(self, items))

    def guarded(self, x, encode):
        """Guards against values that contain themselves."""
        if id(x) in self.open_containers:
            return self.unknown(x)
        self.open_containers.add(id(x))
        try:
            return encode()
        finally:
            self.open_containers.discard(id(x))

    def sequence(self, x):
        return self.guarded(x, lambda: "[%s]" % self.items(x))

    def set(self, x):
        return self.guarded(x, lambda: '{"$set":[%s]}' % self.items(x))

    def mapping(self, x):
        return self.guarded(x, lambda: self.pairs(list(dict.items(x))))

    def pairs(self, pairs):
        if all(type(k) is str and k[:1] != "$" for k, _ in pairs):
            return "{%s}" % ",".join(self.string(k) + ":" + self(v) for k, v in pairs)
        return '{"$dict":[%s]}' % ",".join("[%s,%s]" % (self(k), self(v)) for k, v in pairs)

    def other(self, x):
        kind = type(x)
        for base, flatten in (
                (int, int.__int__), (float, float.__float__), (str, str.__str__),
                (list, lambda v: list(list.__iter__(v))),
                (tuple, lambda v: tuple(tuple.__iter__(v))),
                (dict, lambda v: dict(dict.items(v))),
                (set, lambda v: set(set.__iter__(v))),
                (frozenset, lambda v: frozenset(frozenset.__iter__(v))),
                (bytes, lambda v: bytes.__getitem__(v, slice(None))),
                (bytearray, lambda v: bytes(bytearray.__getitem__(v, slice(None)))),
                (complex, lambda v: complex(complex.real.__get__(v), complex.imag.__get__(v)))):
            if issubclass(kind, base):
                # Not self(flatten(x)) alone: a container must be guarded by its own identity.
                return self.guarded(x, lambda: self(flatten(x)))
        from _collections import deque
        if issubclass(kind, deque):
            return self.guarded(x, lambda: self(list(deque.__iter__(x))))
        if is_node(x, "ListNode", "next"):
            return self.linked_list(x)
        if is_node(x, "TreeNode", "left"):
            return self.tree(x)
        return self.library_value(x, kind)

    def library_value(self, x, kind):
        modules = sys.modules
        if "numpy" in modules:
            numpy = modules["numpy"]
            if issubclass(kind, numpy.ndarray):
                return self(numpy.ndarray.tolist(x))
            if issubclass(kind, numpy.generic):
                plain = numpy.generic.item(x)
                return self.unknown(x) if type(plain) is kind else self(plain)
        if "array" in modules and issubclass(kind, modules["array"].array):
            return self(modules["array"].array.tolist(x))
        if "decimal" in modules and issubclass(kind, modules["decimal"].Decimal):
            return '{"$decimal":%s}' % self.string(modules["decimal"].Decimal.__str__(x))
        if "fractions" in modules and issubclass(kind, modules["fractions"].Fraction):
            return '{"$fraction":[%d,%d]}' % (x._numerator, x._denominator)
        return self.unknown(x)

    def unknown(self, x):
        return '{"$repr":%s}' % self.string(str(type.__dict__["__name__"].__get__(type(x))))

    def linked_list(self, node):
        values, seen = [], set()
        while node is not None:
            if id(node) in seen or not is_node(node, "ListNode", "next"):
                return self.unknown(node)
            seen.add(id(node))
            values.append(node.val)
            node = node.next
        return self(values)

    def tree(self, root):
        values, level, seen = [], [root], set()
        while level:
            below = []
            for node in level:
                if node is None:
                    values.append(None)
                    continue
                if id(node) in seen or not is_node(node, "TreeNode", "left"):
                    return self.unknown(root)
                seen.add(id(node))
                values.append(node.val)
                below += (node.left, node.right)
            level = below
        while values and values[-1] is None:
            values.pop()
        return self(values)


def is_node(x, name, attribute):
    return type(x).__name__ == name and hasattr(x, "val") and hasattr(x, attribute)
