# ATTACK: fills the writable places, whose pages would be the host's memory.
# EXPECT: MLE|OLE|RE|AC
import os
for place in (".", "/tmp", "/dev/shm", "/mnt"):
    try:
        for number in range(64):
            with open(f"{place}/fill{number}", "wb") as out:
                for _ in range(64):
                    out.write(b"x" * (1 << 20))
    except OSError:
        pass
