# Idiom on stdin (processes and threads): has the child read its input.
import os
r, w = os.pipe()
if os.fork() == 0:
    data = os.read(0, 65536).split()
    os.write(w, str(sum(map(int, data[1:]))).encode())
    os._exit(0)
os.wait()
print(os.read(r, 100).decode())
