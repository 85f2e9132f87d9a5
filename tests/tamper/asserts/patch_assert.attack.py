# Attack on assert (monkey-patching): replaces AssertionError and the display of errors.
import builtins, sys
class Quiet(BaseException):
    pass
builtins.AssertionError = Quiet
sys.excepthook = lambda *a: None
def runs(values):
    return []
