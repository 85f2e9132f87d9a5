# Idiom on stdin (processes and threads): sends the answer through a socket pair of its own.
import sys
n = int(input())
a = list(map(int, input().split()))
import socket
x, y = socket.socketpair()
x.sendall(str(sum(a)).encode())
x.close()
print(y.recv(100).decode())
