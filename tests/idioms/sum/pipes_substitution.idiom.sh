# Idiom on stdin (processes and threads): pipes through tr and a loop in a subshell.
tail -n +2 | tr ' ' '\n' | grep -v '^$' | { s=0; while read -r x; do s=$((s + x)); done; echo "$s"; }
