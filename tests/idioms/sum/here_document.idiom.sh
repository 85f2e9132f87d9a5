# Idiom on stdin (files): writes a file by a here document and a trap.
f=$(mktemp)
trap 'rm -f "$f"' EXIT
cat > "$f"
s=0
for x in $(sed 1d "$f"); do s=$((s + x)); done
cat <<END
$s
END
