# EvalPlus' way from an answer to a program, which BigCodeBench has taken over: the longest run of
# lines that parses, and of it the imports and those definitions that the entry point can reach. Theirs reads the syntax tree of
# tree-sitter; the rules are the same on Python's own.
import ast as _ast
import io as _text_io
import keyword as _keyword
import re as _re
import tokenize as _tokenize

_ANSI = _re.compile(r"\x1B(?:[@-Z\\-_]|\[[0-?]*[ -/]*[@-~])")


def _parses(text):
    try:
        _ast.parse(text)
        return True
    except (SyntaxError, MemoryError, ValueError, RecursionError):
        return False


def _longest_part(text):
    """The first of the runs of lines with the most lines that aren't blank, of two lines at least."""
    lines = _ANSI.sub("", text).split("\n")
    count = [0]
    for line in lines:
        count.append(count[-1] + (1 if line.strip() else 0))
    best, part = 0, (0, 0)
    for i in range(len(lines)):
        if count[-1] - count[i] <= best:
            break
        for j in range(len(lines) - 1, i, -1):
            if count[j + 1] - count[i] <= best:
                break
            if lines[j].strip() and _parses("\n".join(lines[i:j + 1])):
                best, part = count[j + 1] - count[i], (i, j)
                break
            # A run that ends in blank lines is no longer than the one before them.
    return "\n".join(lines[part[0]:part[1] + 1])


def _source(text_lines, node):
    """The bytes of a statement, without its decorators: columns count bytes."""
    first, last = node.lineno - 1, node.end_lineno - 1
    if first == last:
        return text_lines[first][node.col_offset:node.end_col_offset]
    return b"\n".join([text_lines[first][node.col_offset:], *text_lines[first + 1:last],
                       text_lines[last][:node.end_col_offset]])


def _identifiers(source, node):
    """Every identifier in it, attributes and parameters included, as a syntax tree has them."""
    found = set()
    try:
        for token in _tokenize.generate_tokens(_text_io.StringIO(source).readline):
            if token.type == _tokenize.NAME and not _keyword.iskeyword(token.string):
                found.add(token.string)
    except (_tokenize.TokenError, SyntaxError, IndentationError):
        pass
    for inner in _ast.walk(node):  # names in f-strings, which are one token
        if isinstance(inner, _ast.Name):
            found.add(inner.id)
        elif isinstance(inner, _ast.Attribute):
            found.add(inner.attr)
    return found


def _assigned_name(node):
    """The first plain identifier on either side of the equals sign, or None."""
    if isinstance(node, _ast.AnnAssign):
        sides = [node.target, node.value]
    else:
        sides = [*node.targets[:1], node.value]
    for side in sides:
        if isinstance(side, _ast.Name):
            return side.id
    return None


def _sanitize(answer, entry_point, functions_return=True):
    """`functions_return`: functions without a return statement are left out."""
    part = _longest_part(answer)
    try:
        tree = _ast.parse(part)
    except (SyntaxError, MemoryError, ValueError, RecursionError):
        return part
    lines = part.encode("utf-8", "surrogatepass").split(b"\n")
    imports, definitions, names = [], [], set()
    for node in tree.body:
        text = _source(lines, node).decode("utf-8", "surrogatepass")
        if isinstance(node, (_ast.Import, _ast.ImportFrom)):
            if getattr(node, "module", None) != "__future__":
                imports.append(text)
            continue
        if isinstance(node, (_ast.FunctionDef, _ast.AsyncFunctionDef)):
            if node.decorator_list:
                continue
            name = node.name
            if functions_return and not any(isinstance(inner, _ast.Return)
                                            for inner in _ast.walk(node)):
                continue
        elif isinstance(node, _ast.ClassDef):
            if node.decorator_list:
                continue
            name = node.name
        elif isinstance(node, (_ast.Assign, _ast.AnnAssign)):
            name = _assigned_name(node)
        else:
            continue
        if name not in names:
            names.add(name)
            definitions.append((name, text, node))
    uses = {name: _identifiers(text, node) for name, text, node in definitions}
    reached, queue = {entry_point}, [entry_point]
    while queue:
        for other in uses.get(queue.pop(0), ()):
            if other not in reached:
                reached.add(other)
                queue.append(other)
    kept = imports + [text for name, text, _ in definitions if name in reached]
    return "\n".join(kept).strip() or part
