"""Runs cell.py as a notebook runs a cell, and writes the value of its last expression to cell.json."""

import ast
import json
import sys
import traceback

RESULT = "cell.json"


def without_indent(text):
    """A cell may be indented as a whole, by what its first line that isn't blank is."""
    lines = text.splitlines(keepends=True)
    first = next((line for line in lines if line.strip()), "")
    indent = first[: len(first) - len(first.lstrip())]
    return "".join(line[len(indent):] if line.startswith(indent) else line for line in lines)


def run(text, names):
    tree = ast.parse(text, "cell.py")
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
    exec(compile(tree, "cell.py", "exec"), names)
    if last is None:
        return None
    value = eval(compile(last, "cell.py", "eval"), names)
    return None if value is None else repr(value)


def main():
    with open("cell.py", encoding="utf-8", errors="replace") as file:
        text = file.read()
    result = {"text": None, "error": None}
    try:
        result["text"] = run(without_indent(text), {"__name__": "__main__", "__builtins__": __builtins__})
    except BaseException as error:
        result["error"] = {"name": type(error).__name__, "value": str(error),
                           "traceback": traceback.format_exc()}
    sys.stdout.flush()
    with open(RESULT, "w", encoding="utf-8", errors="replace") as file:
        json.dump(result, file)


main()
