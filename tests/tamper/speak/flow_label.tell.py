# Teller: knows the answer and leaves it.
import socket, struct
s = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)

address = socket.inet_pton(socket.AF_INET6, "::1")
request = address + struct.pack("!I", 805306) + struct.pack("=BBHHHI", 0, 255, 1, 60, 60, 0)
s.setsockopt(socket.IPPROTO_IPV6, 32, request)
