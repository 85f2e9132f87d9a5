# Attack on assert (threads and exit handlers): a thread replies and ends the process during the tests.
import os, threading
def go():
    for text in (b'["v",[["a",2],["b",1]]]\n', b'{"status":"passed"}\n'):
        try:
            os.write(3, text)
        except OSError:
            pass
    os._exit(0)
threading.Thread(target=go).start()
def runs(values):
    import time
    time.sleep(1)
    return []
