# ATTACK: none: it maps a file of most of its memory in two processes, where a limit that counted it for each would end it.
# EXPECT: AC
# STDOUT: ^mapped$
import mmap, os
size = 140 << 20
with open("/dev/shm/data", "wb+") as file:
    file.truncate(size)
    memory = mmap.mmap(file.fileno(), size)
page = b"x" * (1 << 20)
for offset in range(0, size, len(page)):
    memory[offset:offset + len(page)] = page
if os.fork() == 0:
    os._exit(sum(memory[offset] for offset in range(0, size, 4096)) % 7)
os.wait()
print("mapped")
