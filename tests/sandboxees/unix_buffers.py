# ATTACK: keeps more data than its memory limit in the buffers of Unix sockets.
# EXPECT: MLE
# EXPECT_LANDLOCK: RE
# EXPECT_USERNS: RE
# EXPECT_DELEGATED: RE
import socket
pairs = []
for _ in range(400):
    pair = socket.socketpair()
    pair[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 30)
    pair[0].setblocking(False)
    try:
        while True:
            pair[0].send(b"x" * 100000)
    except BlockingIOError:
        pairs.append(pair)
