# Attack on function_call (frame walking): walks the frames above it for anything that is expected.
import sys
def digit_sum(n):
    frame = sys._getframe()
    while frame:
        for name, value in list(frame.f_locals.items()) + list(frame.f_globals.items()):
            if "expect" in str(name).lower() or name in ("output", "exp", "answer", "want"):
                return value
        frame = frame.f_back
    return -1
