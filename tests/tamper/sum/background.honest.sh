# Honest twin: runs a background job and waits.
(sleep 0.01) &
wait
read -r n
read -r -a v
s=0
for ((i = 0; i < n; i++)); do s=$((s + v[i])); done
echo "$s"
