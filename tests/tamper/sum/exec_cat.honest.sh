# Honest twin: reads a file of its own.
cat "$0" >/dev/null
read -r n
read -r -a v
s=0
for ((i = 0; i < n; i++)); do s=$((s + v[i])); done
echo "$s"
