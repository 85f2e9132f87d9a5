# ATTACK: keeps data in the buffers of UDP and TCP sockets, where no limit of memory counts it.
# EXPECT: AC
# EXPECT_LANDLOCK: RE
# STDOUT: ^held$
import resource, socket
receivers, held = [], 0
sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
try:
    for _ in range(400):
        receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        receiver.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 30)
        receiver.bind(("127.0.0.1", 0))
        receivers.append(receiver)
        for _ in range(200):
            sender.sendto(b"x" * 60000, receiver.getsockname())
except OSError:
    pass
for receiver in receivers:
    receiver.setblocking(False)
    try:
        while True:
            held += len(receiver.recv(65536))
    except OSError:
        pass
server = socket.create_server(("127.0.0.1", 0), backlog=1000)
pairs = []
try:
    for _ in range(200):
        client = socket.create_connection(server.getsockname())
        client.setblocking(False)
        pairs.append((client, server.accept()[0]))
        while True:
            try:
                held += client.send(b"x" * 1000000)
            except BlockingIOError:
                break
except OSError:
    pass
# Without cgroups the number of descriptors is the bound.
few = resource.getrlimit(resource.RLIMIT_NOFILE)[0] <= 512
print("held" if held < (128 << 20 if few else 64 << 20) else held)
