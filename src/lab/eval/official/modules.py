# What programs import and this environment lacks: asked before any model is, so that a problem which
# nobody could solve here is left out and never counted as wrong. stdin: {"items": [[text, …], …]} in
# JSON; stdout: a list for each item, of the top-level modules that can't be found.
import ast
import importlib.util
import json
import sys

_MAY_FAIL = {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"}


def _catches_imports(node):
    for handler in node.handlers:
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        if any(kind is None or getattr(kind, "id", "") in _MAY_FAIL for kind in kinds):
            return True
    return False


def _imports(node, found):
    if isinstance(node, ast.Import):
        found.update(alias.name.split(".")[0] for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        if node.level == 0 and node.module:
            found.add(node.module.split(".")[0])
    elif isinstance(node, ast.Try) and _catches_imports(node):
        return  # it can do without
    for child in ast.iter_child_nodes(node):
        _imports(child, found)


def _is_there(name, known={}):
    if name not in known:
        try:
            known[name] = name in sys.modules or importlib.util.find_spec(name) is not None
        except (ImportError, ValueError):
            known[name] = False
    return known[name]


def _lacks(texts):
    found = set()
    for text in texts:
        try:
            _imports(ast.parse(text), found)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            pass
    return sorted(name for name in found if not _is_there(name))


print(json.dumps([_lacks(texts) for texts in json.load(sys.stdin)["items"]]))
