# ATTACK: keeps more data than its memory limit in the buffers of many TCP sockets.
# EXPECT: MLE
# EXPECT_LANDLOCK: MLE|AC
import os, socket
data = b"x" * 1000000
block = bytearray(os.urandom(1 << 20) * 180)
for _ in range(5):
    if os.fork() == 0:
        server = socket.create_server(("127.0.0.1", 0), backlog=1000)
        pairs = []
        try:
            for _ in range(200):
                client = socket.create_connection(server.getsockname())
                pairs.append((client, server.accept()[0]))
        except OSError:
            pass
        for pair in pairs:
            for end in pair:
                end.setblocking(False)
                try:
                    while True:
                        end.send(data)
                except BlockingIOError:
                    pass
        os._exit(0)
for _ in range(5):
    os.wait()
