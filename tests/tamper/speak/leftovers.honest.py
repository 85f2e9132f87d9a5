# Honest twin: leaves files in all writable places.
import os
PLACES = ["/tmp", "/var/tmp", "/dev/shm", "/mnt", "/box", ".", "/", "/dev", "/var", "/.scratch", "/run", "/etc",
          "/proc/self/fd", "/var/cache/assay", "/var/cache/assay/zygote"]

for place in PLACES[:6]:
    try:
        open(os.path.join(place, "note"), "w").write("left")
    except OSError:
        pass
n = int(input())
print(sum(map(int, input().split())))
