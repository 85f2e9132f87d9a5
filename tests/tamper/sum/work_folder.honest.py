# Honest twin: imports a module that it writes itself.
import importlib, sys
sys.path.insert(0, ".")
open("helper.py", "w").write("def total(w):\n    return sum(map(int, w))\n")
importlib.invalidate_caches()
helper = importlib.import_module("helper")
print(helper.total(sys.stdin.read().split()[1:]))
