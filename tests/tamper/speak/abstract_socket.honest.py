# Honest twin: talks to a thread of its own through an abstract socket.
import socket, threading
server = socket.socket(socket.AF_UNIX)
server.bind("\0assay-own")
server.listen()
threading.Thread(target=lambda: server.accept()[0].sendall(b"ready")).start()
client = socket.socket(socket.AF_UNIX)
client.connect("\0assay-own")
assert client.recv(5) == b"ready"
n = int(input())
print(sum(map(int, input().split())))
