# ATTACK: makes the host write all its disks, again and again.
# EXPECT: AC
# STDOUT: ^nothing$
import mmap, os, time
shared = os.open("/usr/bin/env", os.O_RDONLY)
page = mmap.mmap(shared, 4096, mmap.MAP_SHARED, mmap.PROT_READ)
os.fsync(os.pipe()[0])  # not even the kernel's refusal for pipes comes back
start = time.process_time()
for _ in range(300):
    os.sync()
    os.fsync(shared)
    os.fdatasync(shared)
    page.flush()
print("nothing" if time.process_time() - start < 1 else "worked")
