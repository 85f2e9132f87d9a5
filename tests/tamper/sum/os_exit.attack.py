# Attack on stdin_stdout (early exit): os._exit(0) skips everything that could notice.
import os
os._exit(0)
