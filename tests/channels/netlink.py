# Route netlink, and the names and numbers of interfaces.
import socket
print(socket.if_nameindex())
print(open("/proc/net/dev").read(), open("/proc/net/snmp").read())
s = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
s.bind((0, 0))
