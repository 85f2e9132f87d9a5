# Attack on stdin_stdout (daemon): leaves a daemon that answers the later tests.
import os, socket, sys, time
data = sys.stdin.read()
try:
    c = socket.socket(socket.AF_UNIX)
    c.connect("\0answers")
    c.send(data.encode())
    print(c.recv(99).decode())
except OSError:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            l = socket.socket(socket.AF_UNIX)
            l.bind("\0answers")
            l.listen(1)
            while True:
                s, _ = l.accept()
                s.send(str(sum(map(int, s.recv(9999).split()[1:]))).encode())
        os._exit(0)
    os._exit(0)
