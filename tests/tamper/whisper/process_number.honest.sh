# Honest twin: starts processes and adds up.
for i in 1 2 3; do (exit 0); done
read -r n
read -r -a x
sum=0
for i in "${x[@]}"; do ((sum += i)); done
echo $sum
