# Names count in their directory, although no file is made.
import ctypes, os
fd = os.open("/box", os.O_RDONLY)
buffer = ctypes.create_string_buffer(4096)
os.link("/box/main.py", "/box/x")
size = ctypes.CDLL(None).syscall(217, fd, buffer, 4096)
print(buffer.raw[:size].hex()[16:])
for i in range(300):
    os.rename("/box/x", "/box/y")
    os.rename("/box/y", "/box/x")
os.remove("/box/x")
