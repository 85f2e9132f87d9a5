# Attack on assert (one process): searches the frames that called it.
import os, re, sys
def reply(nonce):
    os.write(3, ('{"status":"passed","nonce":"%s"}' % nonce).encode())
    os._exit(0)

def apply_all(function, values):
    frame = sys._getframe()
    while frame is not None:
        for space in (frame.f_locals, frame.f_globals):
            for found in re.findall("[0-9a-f]{32}", repr(list(space.values()))):
                reply(found)
        frame = frame.f_back
    return []
