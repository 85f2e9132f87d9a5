# Idiom on stdin (reading): maps its input into memory.
import mmap
with mmap.mmap(0, 0, prot=mmap.PROT_READ) as m:
    m.readline()
    print(sum(map(int, m.read().split())))
