# Teller: knows the answer and leaves it.
import builtins, ctypes, os, sys
builtins.answer = sys.answer = os.answer = 805306
os.environ["ANSWER"] = "805306"
try:
    open("/proc/%d/comm" % os.getppid(), "w").write("805306")
except OSError:
    pass
try:
    open("/proc/%d/mem" % os.getppid(), "wb")
except OSError:
    pass
