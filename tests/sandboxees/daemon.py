# ATTACK: leaves a daemon behind (double fork, new session) that holds stdout and waits for later runs.
# EXPECT: AC
# STDOUT: ^parent$
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        while True:
            time.sleep(0.05)
            try:
                open("/tmp/daemon-was-here", "w").write("x")
            except OSError:
                pass
    os._exit(0)
print("parent", flush=True)
