# The box's network namespace: counters, flow labels, addresses, ports, metrics.
import socket, struct
for name in ("dev", "snmp", "snmp6", "netstat", "ip6_flowlabel", "tcp", "tcp6", "udp", "udp6", "route", "if_inet6", "arp", "igmp"):
    try:
        print(name, open("/proc/net/" + name).read())
    except OSError as error:
        print(name, error.errno)
server = socket.create_server(("127.0.0.1", 5000))
client = socket.create_connection(("127.0.0.1", 5000))
accepted, _ = server.accept()
accepted.sendall(b"x" * 100000)
label = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
request = socket.inet_pton(socket.AF_INET6, "::1") + struct.pack("!IBBHHHI", 0x12345, 0, 255, 1, 60, 60, 0)
try:
    label.setsockopt(socket.IPPROTO_IPV6, 32, request)
    assert "12345" in open("/proc/net/ip6_flowlabel").read()
except OSError:
    pass
for _ in range(50):
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 6000))
