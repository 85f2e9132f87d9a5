# Honest twin: runs part of its work under taskset(1).
read -r n
read -r -a x
sum=0
for i in "${x[@]}"; do ((sum += i)); done
taskset -c 0 echo $sum 2>/dev/null || echo $sum
