# Attack on stdin_stdout (time limit): has its children moved to other cores by taskset(1).
burn() { taskset -pc 0-63 $BASHPID; local i; for ((i = 0; i < 400000; i++)); do :; done; }
for k in 1 2 3 4; do burn & done >/dev/null 2>&1
wait
echo 37
