# Idiom on stdin (files): keeps its input in /tmp and tests for it.
read -r n
cd /tmp || exit 1
mkdir -p own/deep && cat > /tmp/own/deep/a
file=$(mktemp) && cp /tmp/own/deep/a "$file" && mv "$file" /var/tmp/moved
[ -f /var/tmp/moved ] && [ ! -e "$file" ] && [ "$(ls /tmp/own)" = deep ] || exit 2
find /tmp/own -type f -exec rm {} + && rm -r /tmp/own || exit 3
sum=0
for x in $(cat /var/tmp/moved); do sum=$((sum + x)); done
echo "$sum" > /dev/shm/sum
sort /dev/shm/sum
