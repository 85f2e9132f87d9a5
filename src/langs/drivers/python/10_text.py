# ---- the text of the tests: whether it can be separated, and how it is changed ----

# Tests that use these look into the process they share with the candidate, or meet it in files,
# variables of the environment and the like.
SHARED_PROCESS_WORDS = {  # as a name, and as a member of a module
    "redirect_stdout", "redirect_stderr", "environ", "sleep", "perf_counter", "monotonic",
    "setrecursionlimit", "getcontext", "localcontext", "asdict", "astuple", "is_dataclass"}
SHARED_PROCESS_NAMES = {
    "globals", "locals", "vars", "eval", "exec", "compile", "inspect", "importlib", "__import__",
    "patch", "mock", "monkeypatch", "capsys", "input", "asyncio", "threading", "signal", "gc",
    "tracemalloc", "dis", "ast", "open", "tempfile", "warnings", "shutil", "issubclass", "pickle"}
SHARED_PROCESS_ATTRIBUTES = {
    "stdout", "stderr", "stdin", "modules", "getsource", "__dict__", "__code__", "__globals__",
    "__annotations__", "__defaults__", "setattr", "cache_info", "cache_clear", "getenv", "putenv",
    "chdir", "makedirs", "mkdir", "listdir", "write_text", "write_bytes", "read_text", "read_bytes",
    "__doc__", "__wrapped__", "now", "utcnow"}
OF_FUNCTIONS = {"cache_info", "cache_clear", "getsource"}
# Of the names above, those that other modules have under the same name for something else.
COMMON_NAMES = {"compile", "eval", "exec", "open", "input", "patch"}
CANDIDATE_MODULES = {"main", "__main__", "solution", "candidate"}
WRAPPERS = {"set", "sorted", "list", "tuple", "dict", "abs", "round", "len", "str", "int", "float",
            "bool", "all", "any", "isinstance", "next", "iter", "map", "print", "type", "frozenset"}


# Fields of nodes that hold no node, or only what says how one is used.
BARE_FIELDS = {"ctx", "op", "ops", "id", "attr", "kind", "type_comment"}
NODE_FIELDS = {}  # by kind of node: the other ones


def walk(node):
    """The node and all in it, each before what is in it."""
    todo = [node]
    for node in todo:
        yield node
        kind = type(node)
        fields = NODE_FIELDS.get(kind)
        if fields is None:
            fields = NODE_FIELDS[kind] = [f for f in kind._fields if f not in BARE_FIELDS]
        for field in fields:
            child = getattr(node, field, None)
            if type(child) is list:
                todo += [c for c in child if hasattr(c, "_fields")]
            elif hasattr(child, "_fields"):
                todo.append(child)


# What is asked of an object by name and may be: the rest with two underscores, Python answers from it.
ANSWERED = {"__%s__" % name for name in (
    "name qualname class init len iter next eq ne lt le gt ge str repr hash bool contains getitem "
    "setitem delitem add sub mul truediv floordiv mod pow neg pos abs call enter exit int float "
    "index round format reversed radd rsub rmul iadd isub imul and or xor invert lshift rshift matmul copy deepcopy cause context "
    "suppress_context traceback version divmod bytes complex floor ceil trunc array").split()}


def check_separable(tree, ast):
    nodes = list(walk(tree))
    # The tests' own variables and objects in them are no modules.
    variables = {n.id for n in nodes if type(n) is ast.Name and type(n.ctx) is ast.Store}
    variables.update(n.arg for n in nodes if type(n) is ast.arg)
    for node in nodes:
        kind = type(node)
        if kind is ast.Name and node.id in SHARED_PROCESS_NAMES | SHARED_PROCESS_WORDS:
            if node.id not in variables:
                needs_one_process("the tests use " + node.id)
        elif kind is ast.Call and type(node.func) is ast.Name and node.func.id == "dir":
            needs_one_process("the tests use dir()")
        elif kind is ast.Attribute and node.attr[:2] == "__" and node.attr not in ANSWERED:
            needs_one_process("the tests use ." + node.attr)
        elif kind is ast.Attribute and node.attr in SHARED_PROCESS_ATTRIBUTES | SHARED_PROCESS_WORDS:
            of_variable = type(node.value) is ast.Name and node.value.id in variables
            if not of_variable or node.attr in OF_FUNCTIONS:
                needs_one_process("the tests use ." + node.attr)
        elif kind is ast.Attribute and type(node.value) is ast.Name and node.value.id == "dataclasses":
            if node.attr in ("fields", "replace"):
                needs_one_process("the tests use dataclasses." + node.attr)
        elif kind is ast.Import or kind is ast.ImportFrom:
            check_import(node, ast)
        elif kind in (ast.Await, ast.AsyncFunctionDef, ast.Global):
            needs_one_process("the tests use %s" % kind.__name__)


def check_import(node, ast):
    """Another name given to a module or to what is in it changes nothing."""
    names = [a.name for a in node.names]
    modules = names if type(node) is ast.Import else [node.module or ""]
    if CANDIDATE_MODULES.intersection(modules):
        needs_one_process("the tests import the program")
    if "time" in modules:
        needs_one_process("the tests use time")
    if "dataclasses" in modules and {"fields", "replace"}.intersection(names):
        needs_one_process("the tests take dataclasses apart")
    parts = {part for module in modules for part in module.split(".")}
    if type(node) is ast.ImportFrom:
        parts.update(names)
    shared = sorted(parts & ((SHARED_PROCESS_NAMES | SHARED_PROCESS_WORDS) - COMMON_NAMES))
    if shared:
        needs_one_process("the tests use " + shared[0])


# Functions that take a class of exceptions.
CATCHERS = {"raises", "assertRaises", "assertRaisesRegex", "suppress"}


def check_classes(tree, ast, remote):
    """A class of the program's can be called and asked from afar, but Python itself wants a real one
    where exceptions are caught, classes derived and patterns matched."""
    def named(*nodes):
        return sorted(n.id for node in nodes if node is not None for n in walk(node)
                      if type(n) is ast.Name and n.id in remote)

    def is_type_of(node):
        if type(node) is ast.Attribute and node.attr == "__class__":
            return True
        return type(node) is ast.Call and type(node.func) is ast.Name and node.func.id == "type"

    for node in walk(tree):
        kind = type(node)
        found = ()
        if kind is ast.ExceptHandler:
            found = named(node.type)
        elif kind is ast.ClassDef:
            found = named(*node.bases, *[k.value for k in node.keywords])
        elif kind.__name__ == "MatchClass":
            found = named(node.cls)
        elif kind is ast.Call and getattr(node.func, "attr", getattr(node.func, "id", "")) in CATCHERS:
            found = named(*node.args[:1])
        elif kind is ast.Compare:
            sides = [node.left] + node.comparators
            if any(map(is_type_of, sides)):
                found = named(*[side for side in sides if not is_type_of(side)])
        if found:
            needs_one_process("the tests need %s itself, as a class" % found[0])


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
                else:
                    yield star_names(node.module), "from %s import *" % node.module


def star_names(module):
    if module in STAR_NAMES:
        return STAR_NAMES[module].split()
    found = {}
    try:
        exec("from %s import *" % module, found)
    except Exception:
        return []  # which the tests will say, too
    return sorted(set(found) - {"__builtins__"})


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


# What of typing's names tests do call; a call of the others is of the program's own class.
CALLED_TYPES = {"NamedTuple", "TypedDict", "NewType", "TypeVar", "ParamSpec", "ForwardRef", "Counter",
                "OrderedDict", "ChainMap", "Deque", "DefaultDict"}


def hidden_beside(tree, ast, offered):
    """Names that the program defines although Python offers them: what an assert calls with nothing but
    constants, a class that can't be called or whose object is asked for what it doesn't have."""
    def is_literal(node):
        return all(type(n) not in (ast.Name, ast.Attribute, ast.Call) for n in walk(node))

    def called(node):
        """The name that is called with constants."""
        if type(node) is not ast.Call or type(node.func) is not ast.Name or not offered & {node.func.id}:
            return ""
        parts = node.args + [k.value for k in node.keywords]
        return node.func.id if all(map(is_literal, parts)) else ""

    types = set(STAR_NAMES["typing"].split()) - CALLED_TYPES
    found, made = set(), {}
    for node in walk(tree):
        kind = type(node)
        if kind is ast.Assert and type(node.test) is ast.Compare:
            name = called(node.test.left)
            if name and name[:1].islower() and all(map(is_literal, node.test.comparators)):
                found.add(name)
        elif kind is ast.Assign and len(node.targets) == 1 and type(node.targets[0]) is ast.Name:
            made[node.targets[0].id] = called(node.value)
        if kind is ast.Call and type(node.func) is ast.Name and node.func.id in types & offered:
            if node.func.id[:1].isupper():
                found.add(node.func.id)
    collections = vars(__import__("collections")) if any(made.values()) else {}
    for node in walk(tree):
        if type(node) is ast.Attribute and type(node.value) is ast.Name:
            name = made.get(node.value.id)
            if name and isinstance(collections.get(name), type) and not hasattr(
                    collections[name], node.attr):
                found.add(name)
    for node in walk(tree):
        # Where it is given more than constants, it may be the tests' own tool, too.
        if type(node) is ast.Call and type(node.func) is ast.Name and node.func.id in found:
            if node.func.id[:1].islower() and not called(node):
                needs_one_process("the tests may mean the program's own " + node.func.id)
    return found


# Functions that ask an object what only its own process knows, by how many arguments they take.
QUESTIONS = {"type": 1, "callable": 1, "hasattr": 2, "hash": 1, "id": 1, "isinstance": 2}


def asking(name):
    return "__assay_ask_%s__" % name  # as it ends, it is no class's private name


def ask_where_objects_are(tree, ast, bound):
    """`type(x)` and the like, and `x is y`, are given to 12_questions.py."""
    def is_single(node):
        return type(node) is ast.Constant and (node.value is None or type(node.value) is bool)

    def changed(node):
        if type(node) is ast.Attribute and node.attr == "__class__" and type(node.ctx) is ast.Load:
            made = ast.Call(func=ast.Name(id=asking("type"), ctx=ast.Load()), args=[node.value], keywords=[])
            place_like(made, node)
            return made
        if type(node) is not ast.Compare or len(node.ops) != 1:
            return node
        if type(node.ops[0]) not in (ast.Is, ast.IsNot):
            return node
        sides = [node.left, *node.comparators]
        if any(map(is_single, sides)):
            return node
        made = ast.Call(func=ast.Name(id=asking("is"), ctx=ast.Load()), args=sides, keywords=[])
        if type(node.ops[0]) is ast.IsNot:
            made = ast.UnaryOp(op=ast.Not(), operand=made)
        place_like(made, node)
        return made

    for node in list(walk(tree)):
        if type(node) is ast.Call and type(node.func) is ast.Name and not node.keywords:
            name = node.func.id
            starred = any(type(a) is ast.Starred for a in node.args)
            if name not in bound and QUESTIONS.get(name) == len(node.args) and not starred:
                node.func.id = asking(name)
    if any(type(node) in (ast.Compare, ast.Attribute) and changed(node) is not node for node in walk(tree)):
        replace_nodes(tree, changed)


def replace_nodes(tree, change):
    for node in list(walk(tree)):
        for field in node._fields:
            child = getattr(node, field, None)
            if isinstance(child, list):
                child[:] = map(change, child)
            elif hasattr(child, "_fields"):
                setattr(node, field, change(child))


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
        elif kind in (ast.FunctionDef, ast.ClassDef):
            parts = node.decorator_list
        else:
            continue
        plain.update(id(p) for p in parts if type(p) is ast.Name)
    return {n.id for n in walk(tree) if type(n) is ast.Name and n.id in names and id(n) not in plain}


def fetch_values(tree, ast, names):
    """The program's variables are read where the tests read them: they may have changed."""
    def fetched(node):
        if type(node) is not ast.Name or node.id not in names or type(node.ctx) is not ast.Load:
            return node
        made = ast.Call(func=ast.Name(id="__assay_value__", ctx=ast.Load()),
                        args=[ast.Constant(value=node.id, kind=None)], keywords=[])
        place_like(made, node)
        return made

    if names:
        replace_nodes(tree, fetched)


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

    kinds = (ast.Assert, ast.Expr, ast.Assign, ast.AugAssign, ast.With, ast.Delete)
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
