# Attack on function_call (monkey-patching): patches json and the builtins a driver may use.
import builtins, json, sys
json.dumps = lambda *a, **k: "6"
builtins.repr = builtins.str = lambda x: "6"
builtins.type = lambda x: int
def digit_sum(n):
    return [6]
