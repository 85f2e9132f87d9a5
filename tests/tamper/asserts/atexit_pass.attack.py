# Attack on assert (threads and exit handlers): an exit handler claims success after a failure.
import atexit, os
atexit.register(lambda: os._exit(0))
def runs(values):
    return []
