# Attack on stdin_stdout (timeout): ignores every signal and sleeps past the limit.
import signal, time
for n in range(1, 65):
    try:
        signal.signal(n, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
while True:
    try:
        time.sleep(1000)
    except BaseException:
        pass
