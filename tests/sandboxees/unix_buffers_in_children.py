# ATTACK: keeps more data than its memory limit in the buffers of Unix sockets that several processes have open.
# EXPECT: MLE
import os, socket, time
for _ in range(4):
    if os.fork() == 0:
        break
pairs = []
for _ in range(240):
    pair = socket.socketpair()
    pair[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 30)
    pair[0].setblocking(False)
    try:
        while True:
            pair[0].send(b"x" * 100000)
    except BlockingIOError:
        pairs.append(pair)
time.sleep(60)
