# Honest twin: keeps a datagram, if it may, and adds up.
import socket
try:
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    s.bind(("127.0.0.1", 0))
    s.sendto(b"x", s.getsockname())
except OSError:
    pass
n = int(input())
print(sum(map(int, input().split())))
