# Attack on stdin_stdout (threads and exit handlers): a thread ends the process with code 0 while it computes.
import os, threading, time
threading.Timer(0.05, lambda: os._exit(0)).start()
time.sleep(1)
print(0)
