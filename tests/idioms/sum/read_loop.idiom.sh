# Idiom on stdin (reading): reads with read.
read n
read -a a
s=0
for x in "${a[@]}"; do s=$((s + x)); done
echo $s
