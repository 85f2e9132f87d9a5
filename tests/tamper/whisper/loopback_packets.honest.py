# Honest twin: talks to itself over loopback, if it may, and adds up.
import socket
try:
    server = socket.create_server(("127.0.0.1", 0))
    client = socket.create_connection(server.getsockname())
    peer, _ = server.accept()
    client.sendall(b"hello")
    assert peer.recv(5) == b"hello"
except OSError:
    pass
n = int(input())
print(sum(map(int, input().split())))
