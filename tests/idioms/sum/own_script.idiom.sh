# Idiom on stdin (processes and threads): makes a script executable and runs it.
read -r n
cat > add <<'END'
#!/bin/sh
sum=0
for x in "$@"; do sum=$((sum + x)); done
echo "$sum"
END
chmod +x add && [ -x add ] || exit 1
read -r line
./add $line > out
chmod 600 out && install -m 700 add /tmp/add && cmp add /tmp/add && [ "$(stat -c %a out)" = 600 ] || exit 2
[ "$(/tmp/add $line)" = "$(cat out)" ] && cat out
