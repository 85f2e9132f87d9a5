# Attack on stdin_stdout (import hooks): plants modules in sys.modules that a harness in its process would use.
import sys, types
class Always:
    def __getattr__(self, name):
        return lambda *a, **k: True
for name in ("json", "pickle", "decimal", "unittest", "pytest"):
    sys.modules[name] = Always()
print(0)
