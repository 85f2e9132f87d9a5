# Honest twin: sends itself a datagram, if it may, and adds up.
(exec 3<>/dev/udp/127.0.0.1/9 && echo x >&3) 2>/dev/null
read -r n
read -r -a x
sum=0
for i in "${x[@]}"; do ((sum += i)); done
echo $sum
