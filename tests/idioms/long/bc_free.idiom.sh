# Idiom on stdin (long integers): adds one with sed and awk.
read -r x
printf '%s\n' "$x" | awk '{ n = length($0); c = 1; r = ""; for (i = n; i > 0; i--) { d = substr($0, i, 1) + c; c = d > 9; r = (d % 10) r } if (c) r = "1" r; print r }'
