# Attack on stdin_stdout (monkey-patching): patches the clocks that would time it.
import time
for name in ("time", "monotonic", "perf_counter", "process_time"):
    setattr(time, name, lambda: 0.0)
while True:
    pass
