# Attack on stdin_stdout (next run): looks for files that an earlier run left anywhere.
import os
PLACES = ["/tmp", "/var/tmp", "/dev/shm", "/mnt", "/box", ".", "/", "/dev", "/var", "/.scratch", "/run", "/etc",
          "/proc/self/fd", "/var/cache/assay", "/var/cache/assay/zygote"]

for place in PLACES:
    for name in (".answer", "answer"):
        try:
            print(open(os.path.join(place, name)).read())
        except OSError:
            pass
