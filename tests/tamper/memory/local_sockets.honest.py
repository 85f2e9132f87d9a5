# Honest twin: talks to a child through a local socket.
import os, socket
a, b = socket.socketpair()
if os.fork() == 0:
    b.sendall(b"hello")
    os._exit(0)
assert a.recv(5) == b"hello"
n = int(input())
print(sum(map(int, input().split())))
