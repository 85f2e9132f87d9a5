# Honest twin: sends itself a megabyte through a socket pair.
import socket, threading
a, b = socket.socketpair()
threading.Thread(target=lambda: (a.sendall(bytes(1 << 20)), a.close())).start()
got = 0
while piece := b.recv(1 << 16):
    got += len(piece)
assert got == 1 << 20
n = int(input())
print(sum(map(int, input().split())))
