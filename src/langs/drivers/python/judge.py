# Runs a special judge, the file that is named below. An exception that nobody catches would end Python
# with exit code 1, which is how judges reject: it ends by a signal instead, as a crash of other
# languages does.
import os, sys


def _crash(*what, hook=sys.excepthook, abort=os.abort):
    try:
        hook(*what)
    finally:
        abort()


sys.excepthook = _crash
del _crash, os, sys
__file__ = __file__.replace("main.py", "assay_judge.py")
exec(compile(open(__file__, "rb").read(), __file__, "exec"))
