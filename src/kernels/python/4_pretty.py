# ---- values as text ----
#
# As notebooks show them: what fits into a line in one, else an item a line, the outer ones first;
# sets sorted, functions with their signature, long sequences cut.
import builtins
import types

LINE_WIDTH = 79
MOST_ITEMS = 1000
DEEPEST = 80  # groups in groups; what lies deeper is shown by its repr


class Group:
    """Brackets with items, each a list of texts and groups."""

    def __init__(self, opening, items, closing):
        self.opening = opening
        self.items = items
        self.closing = closing
        self.flat = opening + ", ".join(
            "".join(part if isinstance(part, str) else part.flat for part in item)
            for item in items) + closing

    def fits(self, column, trailing):
        if "\n" in self.flat:
            return all(len(line) <= LINE_WIDTH for line in self.flat.split("\n"))
        return column + len(self.flat) + trailing <= LINE_WIDTH

    def text(self, column, indent, trailing):
        if self.fits(column, trailing):
            return self.flat.replace("\n", "\n" + " " * indent)
        indent += len(self.opening)
        lines = []
        at = column + len(self.opening)
        for index, item in enumerate(self.items):
            after = 1 if index + 1 < len(self.items) else len(self.closing) + trailing
            line = ""
            for part in item:
                if isinstance(part, str):
                    line += part.replace("\n", "\n" + " " * indent)
                else:
                    begin = at + len(line) if "\n" not in line else len(line.rsplit("\n", 1)[1])
                    line += part.text(begin, indent, after)
            lines.append(line)
            at = indent
        return self.opening + (",\n" + " " * indent).join(lines) + self.closing


def type_text(kind):
    if type(kind).__repr__ is not type.__repr__:
        return repr(kind)
    module = kind.__module__
    if module in (None, "builtins", "exceptions"):
        return kind.__qualname__
    return "%s.%s" % (module, kind.__qualname__)


def function_text(function):
    import inspect
    name = getattr(function, "__qualname__", None) or function.__name__
    module = getattr(function, "__module__", None)
    if module and module != "builtins":
        name = "%s.%s" % (module, name)
    try:
        name += str(inspect.signature(function))
    except (ValueError, TypeError):
        pass
    return "<function %s>" % name


def in_order(items):
    try:
        return sorted(items)
    except Exception:
        try:
            return sorted(items, key=lambda item: (type(item).__name__, str(item)))
        except Exception:
            return list(items)


def cut(items):
    taken = []
    for item in items:
        if len(taken) == MOST_ITEMS:
            return taken, True
        taken.append(item)
    return taken, False


def sequence_node(value, opening, closing, seen, depth):
    taken, more = cut(value)
    items = [[node_of(item, seen, depth)] for item in taken] + ([["..."]] if more else [])
    if opening == "(" and len(items) == 1:
        closing = ",)"
    return Group(opening, items, closing)


def dict_node(value, seen, depth):
    taken, more = cut(value)
    items = [[node_of(key, seen, depth), ": ", node_of(value[key], seen, depth)] for key in taken]
    return Group("{", items + ([["..."]] if more else []), "}")


def node_of(value, seen=(), depth=0):
    kind = type(value)
    how = kind.__repr__
    if isinstance(value, type):
        return type_text(value)
    if kind in (types.FunctionType, types.BuiltinFunctionType):
        return function_text(value)
    if how is object.__repr__:
        return "<%s at 0x%x>" % (type_text(kind), id(value))
    if depth == DEEPEST or how not in (list.__repr__, tuple.__repr__, dict.__repr__, set.__repr__,
                                       frozenset.__repr__):
        return repr(value)
    if id(value) in seen:
        return {list: "[...]", tuple: "(...)", dict: "{...}"}.get(kind, repr(value))
    seen = seen + (id(value), )
    if how is list.__repr__:
        return sequence_node(value, "[", "]", seen, depth + 1)
    if how is tuple.__repr__:
        return sequence_node(value, "(", ")", seen, depth + 1)
    if how is dict.__repr__:
        return dict_node(value, seen, depth + 1)
    if not value:
        return repr(value)
    items = in_order(value) if len(value) < MOST_ITEMS else value
    if how is set.__repr__:
        return sequence_node(items, "{", "}", seen, depth + 1)
    return sequence_node(items, "frozenset({", "})", seen, depth + 1)


def pretty(value):
    node = node_of(value)
    return node if isinstance(node, str) else node.text(0, 0, 0)
