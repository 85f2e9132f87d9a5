# Attack on function_call (threads and exit handlers): a thread rewrites the reply after the call.
import os, threading, time
def later():
    time.sleep(0.01)
    for fd in range(3, 64):
        try:
            os.write(fd, b'{"status":"ok","value":6}')
        except OSError:
            pass
    os._exit(0)
def digit_sum(n):
    threading.Thread(target=later).start()
    time.sleep(0.001)
    return -1
