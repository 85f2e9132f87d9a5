# Attack on stdin_stdout (next run): reads the counter of datagrams sent.
while read -r name a b c sent rest; do
  [[ $name == Udp: && $sent == [0-9]* ]] && echo $((sent % 100))
done < /proc/net/snmp
exit 0
