# ATTACK: reaches the host, the outside and exotic address families.
# EXPECT: AC
# EXPECT_LANDLOCK: RE
# STDOUT: ^clean$
import socket
found = []
for address in (("127.0.0.1", int(open("server_port.txt").read())), ("169.254.169.254", 80), ("10.0.0.1", 80),
                ("8.8.8.8", 53)):
    s = socket.socket()
    s.settimeout(0.3)
    try:
        s.connect(address)
        found.append(address)
    except OSError:
        pass
    s.close()
for family in (socket.AF_PACKET, getattr(socket, "AF_VSOCK", 40), 38, socket.AF_BLUETOOTH):
    try:
        socket.socket(family, socket.SOCK_RAW if family == socket.AF_PACKET else socket.SOCK_STREAM)
        found.append(family)
    except OSError:
        pass
try:
    socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)
    found.append("raw")
except OSError:
    pass
print("clean" if not found else found)
