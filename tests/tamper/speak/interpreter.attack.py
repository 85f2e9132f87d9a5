# Attack on stdin_stdout (next run): looks for what an earlier run may have changed in the interpreter that both were forked from.
import builtins, os, sys
for thing in (builtins, sys, os):
    if hasattr(thing, "answer"):
        print(thing.answer)
if "ANSWER" in os.environ:
    print(os.environ["ANSWER"])
try:
    print(open("/proc/%d/comm" % os.getppid()).read())
except OSError:
    pass
