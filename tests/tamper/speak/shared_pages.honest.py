# Honest twin: shares pages with a process of its own.
import mmap, os
page = mmap.mmap(-1, 4096)
child = os.fork()
if child == 0:
    page[:5] = b"hello"
    os._exit(0)
os.waitpid(child, 0)
assert page[:5] == b"hello"
n = int(input())
print(sum(map(int, input().split())))
