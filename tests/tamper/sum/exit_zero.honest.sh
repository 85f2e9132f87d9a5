# Honest twin: leaves with code 0 after the answer.
read -r n
read -r -a v
s=0
for ((i = 0; i < n; i++)); do s=$((s + v[i])); done
echo "$s"
exit 0
