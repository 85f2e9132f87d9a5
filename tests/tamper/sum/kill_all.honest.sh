# Honest twin: kills a child of its own.
sleep 100 &
kill $!
wait 2>/dev/null
read -r n
read -r -a v
s=0
for ((i = 0; i < n; i++)); do s=$((s + v[i])); done
echo "$s"
