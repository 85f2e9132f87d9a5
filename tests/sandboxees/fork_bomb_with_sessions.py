# ATTACK: every child starts a session of its own and forks again, to outlive a process-group kill.
# EXPECT: TLE|RE|AC
import os
while True:
    try:
        if os.fork() == 0:
            os.setsid()
    except OSError:
        pass
