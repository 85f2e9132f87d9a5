# Honest twin: makes a link.
ln -s main.sh link
read -r n
read -r -a v
s=0
for ((i = 0; i < n; i++)); do s=$((s + v[i])); done
echo "$s"
