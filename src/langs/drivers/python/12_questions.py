# ---- questions whose answer is where the object is ----
#
# type(x), callable(x), `x is y`…: Python answers them from our stand-in, whatever that stands for.
# 10_text.py has the tests call these in their place.


def questions(session):
    """{name: function} for the namespace of the tests."""
    has_objects = []  # once one was asked for its type, the next results are taken for objects, too

    def ask_type(x):
        if type(x) is Remote and not x._assay_kind:
            has_objects.append(x)
            return session.apply("builtins", "type", x)
        if type(x) is Placeholder:
            known = has_objects and x._assay_op is not None
            return session.apply("builtins", "type", x) if known else Placeholder(session)
        return type(x) if session.probe is None else session.probe.type(x)

    def ask_callable(x):
        return session.apply("builtins", "callable", x) if type(x) is Remote else callable(x)

    def ask_hasattr(x, name):
        if type(x) is Remote and type(name) is str and name[:2] == "__":
            return session.apply("builtins", "hasattr", x, name)
        return hasattr(x, name)

    def ask_hash(x):
        is_object = type(x) is Remote and not x._assay_kind
        if is_object or type(x) is Placeholder and x._assay_op is not None:
            return session.apply("builtins", "hash", x)
        return hash(x)

    def ask_id(x):
        if is_stand_in(x) and not session.performed:
            needs_one_process("the tests use id() of the program's")
        return id(x)

    def ask_isinstance(x, kinds):
        if not (type(x) is Remote or issubclass(type(x), Atom)) or type(kinds) is Remote:
            return isinstance(x, kinds)
        if type(kinds) is tuple:
            return any(ask_isinstance(x, kind) for kind in kinds)
        kind = getattr(kinds, "__origin__", kinds)  # of typing.Iterable and the like
        module, name = getattr(kind, "__module__", ""), getattr(kind, "__name__", "")
        if kind in OUR_KINDS or type(module) is not str:
            return isinstance(x, kinds)
        # A class of the library: an exception that was given back, an Enum, or what has methods of such
        # names, as our stand-in has all.
        if module == "collections.abc":
            module = "_collections_abc"
        elif vars(sys.modules.get(module, object)).get(name) is not kind:
            types = vars(sys.modules.get("types", object))  # has names for some that have none elsewhere
            module, name = "types", next((n for n, known in types.items() if known is kind), None)
            if name is None:
                return isinstance(x, kinds)
        return session.do("call", '{"$fn":["builtins","isinstance"]}', '[%s,{"$fn":["%s",%s]}]' % (
            x._assay_text, module, session.write(name)), '{"$d":[]}')

    def ask_is(x, y):
        if is_single(x) or is_single(y):
            return x is y
        places = session.place(x), session.place(y)
        if None not in places and any('{"$arg"' not in place for place in places):
            return bool(session.do("same", *places))
        if x is y:
            return True
        if not session.performed and (is_stand_in(x) or is_stand_in(y)):
            needs_one_process("the tests ask whether a part of a result and something else are one object")
        # Results are copies, and of these nobody means the object.
        return type(x) in IMMUTABLE and type(x) is type(y) and x == y

    return {asking(name): function for name, function in (
        ("type", ask_type), ("callable", ask_callable), ("hasattr", ask_hasattr), ("hash", ask_hash),
        ("id", ask_id), ("isinstance", ask_isinstance), ("is", ask_is))}


# Values of these kinds come over as values: whatever an object says, it is none of them.
OUR_KINDS = {bool, int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset,
             object, type}


def is_single(x):
    """Whether there is but one of its kind and value, here as there."""
    return x is None or isinstance(
        x, (bool, type, type(sys), type(len), type(Ellipsis), type(NotImplemented)))
