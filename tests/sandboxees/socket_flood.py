# ATTACK: asks for sockets without end, from many threads at once, and is killed while it waits.
# EXPECT: TLE|RE
import os, socket, threading


def ask():
    while True:
        try:
            socket.socket(socket.AF_INET).close()
        except OSError:
            pass


for _ in range(3):
    os.fork()
for _ in range(8):
    threading.Thread(target=ask).start()
