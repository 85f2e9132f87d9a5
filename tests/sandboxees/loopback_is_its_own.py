# ATTACK: none; a program may serve and connect on its own loopback, even on the server's port.
# EXPECT: AC
# EXPECT_LANDLOCK: RE
# STDOUT: ^hello$
import socket, threading
server = socket.create_server(("127.0.0.1", int(open("server_port.txt").read())))
def serve():
    connection, _ = server.accept()
    connection.sendall(b"hello")
    connection.close()
threading.Thread(target=serve).start()
print(socket.create_connection(server.getsockname()).makefile().read())
