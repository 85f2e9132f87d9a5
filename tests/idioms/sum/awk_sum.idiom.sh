# Idiom on stdin (reading): adds with awk.
awk 'NR > 1 { for (i = 1; i <= NF; i++) s += $i } END { printf "%d\n", s }'
