# ATTACK: uses the toolchain's setuid programs.
# EXPECT: AC
# STDOUT: ^clean$
for program in /usr/bin/su /usr/bin/mount /usr/bin/passwd /usr/bin/newgrp /usr/bin/chsh; do
  [ -x "$program" ] || continue
  out=$(echo | "$program" -c id root 2>/dev/null)
  case "$out" in *uid=0*) echo "broken $program"; exit 0 ;; esac
done
mount -t tmpfs none /mnt 2>/dev/null && { echo "broken mount"; exit 0; }
echo clean
