# Teller: knows the answer and leaves it.
sent() {
  while read -r name a b c sent rest; do
    [[ $name == Udp: && $sent == [0-9]* ]] && echo $((sent % 100))
  done < /proc/net/snmp
}
exec 3<>/dev/udp/127.0.0.1/9
for i in {1..300}; do
  [ "$(sent)" = 37 ] && break
  echo x >&3
done 2>/dev/null
